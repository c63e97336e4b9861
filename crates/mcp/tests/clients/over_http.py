"""The official Python client against `autorpa-mcp --http`. Usage: over_http.py URL TOKEN. Prints one JSON object."""
import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

URL, TOKEN = sys.argv[1:3]


async def call(token, use):
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(URL, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                return await use(session)


async def names(session):
    return [it.name for it in (await session.list_tools()).tools]


async def note(session):
    done = await session.call_tool("markor__create_note", {"file_name": "todo.txt", "text": "buy milk"})
    return done.structured_content["outcome"]


async def main():
    seen = {"names": await call(TOKEN, names)}
    # Two clients at once, each with a device of its own.
    seen["outcomes"] = await asyncio.gather(call(TOKEN, note), call(TOKEN, note))
    try:
        await asyncio.wait_for(call("guessed", names), 20)
        seen["stranger"] = False
    except BaseException:  # a group of errors in some versions
        seen["stranger"] = True
    print(json.dumps(seen))


asyncio.run(main())
