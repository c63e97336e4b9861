"""The official Python client against `autorpa-mcp`. Usage: official.py PROGRAM LIBRARY HOME. Prints one JSON object."""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

PROGRAM, LIBRARY, HOME = sys.argv[1:4]
SERVER = StdioServerParameters(command=PROGRAM, args=["--library", LIBRARY, "--home", HOME])


def short(result):
    return {
        "error": bool(result.is_error),
        "structured": result.structured_content,
        "text": result.content[0].text if result.content else "",
    }


async def calls(session, seen):
    tools = (await session.list_tools()).tools
    seen["names"] = [it.name for it in tools]
    note = next(it for it in tools if it.name == "markor__create_note")
    seen["required"] = note.input_schema["required"]
    seen["destructive"] = {it.name: it.annotations.destructive_hint for it in tools if it.annotations}
    heard = []

    async def progress(done, total, message):
        heard.append(message)

    seen["note"] = short(
        await session.call_tool(
            "markor__create_note", {"file_name": "todo.txt", "text": "buy milk"}, progress_callback=progress
        )
    )
    seen["heard"] = heard
    for name, arguments in {
        "missing": {"file_name": "a.md"},
        "unknown": {"file_name": "a.md", "txt": "b", "text": "c"},
        "kind": {"file_name": {"a": 1}, "text": "b"},
        "nested": {"file_name": [["a"]], "text": "b"},
    }.items():
        seen[name] = short(await session.call_tool("markor__create_note", arguments))
    try:
        await session.call_tool("markor__create_nite", {})
    except Exception as error:  # the client names this error differently from version to version
        seen["nobody"] = str(error)
    seen["found"] = short(await session.call_tool("find_function", {"words": "delete note"}))
    several = [
        session.call_tool("markor__create_note", {"file_name": f"n{at}.md", "text": "x" * 100}) for at in range(4)
    ]
    seen["several"] = [short(it)["structured"]["outcome"] for it in await asyncio.gather(*several)]
    resources = (await session.list_resources()).resources
    script = next(it for it in resources if str(it.uri) == "autorpa://script/markor/create_note")
    seen["script"] = (await session.read_resource(script.uri)).contents[0].text
    seen["all"] = short(await session.call_tool("markor__delete_newest_note", {}))


async def main():
    seen = {"asked": []}
    for mode in ["nobody", "no", "yes"]:

        async def answers(context, params):
            seen["asked"].append(params.message)
            return types.ElicitResult(action="accept", content={"confirm": mode == "yes"})

        asks = {} if mode == "nobody" else {"elicitation_callback": answers}
        async with stdio_client(SERVER) as (read, write):
            async with ClientSession(read, write, **asks) as session:
                await session.initialize()
                if mode == "nobody":
                    await calls(session, seen)
                else:
                    seen[f"all_{mode}"] = short(await session.call_tool("markor__delete_newest_note", {}))
    print(json.dumps(seen))


asyncio.run(main())
