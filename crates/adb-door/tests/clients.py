"""Clients of adb from PyPI against the door, each as its users use it. Arguments: the serial, then the client's name."""

import asyncio
import os
import sys
import tempfile

serial, client = sys.argv[1:]
MARKOR = "net.gsantner.markor"
TEXT = "a b"
BINARY = bytes(range(256)) * 300


def check(is_so, what):
    if not is_so:
        sys.exit(f"{client}: {what!r}")


def adbutils_client():
    import adbutils

    server = adbutils.AdbClient(host="127.0.0.1", port=int(os.environ["ANDROID_ADB_SERVER_PORT"]))
    check(server.connect(serial), "connect")
    device = server.device(serial=serial)
    check(device.window_size() == (1080, 2400), device.window_size())
    check(device.prop.model == "AutoRPA emulator", device.prop.model)
    check(device.shell("echo 'x y'") == "x y", "shell")
    check(device.shell2("ls /none").returncode == 1, "shell2")
    device.app_start(MARKOR)
    check(device.app_current().package == MARKOR, device.app_current())
    check(MARKOR in device.list_packages(), device.list_packages())
    check(device.app_info(MARKOR) is not None, "app_info")
    device.click(540, 1200)
    device.swipe(540, 1800, 540, 600, 0.3)
    device.send_keys(TEXT)
    device.keyevent("HOME")
    check("hierarchy" in device.dump_hierarchy(), "dump_hierarchy")
    check(device.screenshot().size == (1080, 2400), "screenshot")
    check(device.rotation() == 0, device.rotation())
    check(device.is_screen_on(), "is_screen_on")
    with tempfile.TemporaryDirectory() as here:
        path = os.path.join(here, "x.bin")
        with open(path, "wb") as file:
            file.write(BINARY)
        device.sync.push(path, "/sdcard/Download/x.bin")
        check(device.sync.stat("/sdcard/Download/x.bin").size == len(BINARY), "stat")
        check(device.sync.read_bytes("/sdcard/Download/x.bin") == BINARY, "read_bytes")
        device.sync.pull("/sdcard/Download/x.bin", path + "2")
        with open(path + "2", "rb") as file:
            check(file.read() == BINARY, "pull")
        names = [it.path for it in device.sync.list("/sdcard/Download/")]
        check("x.bin" in names, names)
    check(not device.sync.exists("/sdcard/none"), "exists")
    device.app_stop(MARKOR)
    device.app_clear(MARKOR)
    check(device.reverse_list() == [], "reverse_list")


def uiautomator2_client():
    import uiautomator2

    device = uiautomator2.connect(serial)
    check(device.info["displayWidth"] == 1080, device.info)
    check(device.window_size() == (1080, 2400), device.window_size())
    device.app_start(MARKOR, stop=True)
    check(device.app_current()["package"] == MARKOR, device.app_current())
    check(device.app_wait(MARKOR, timeout=5) > 0, "app_wait")
    button = device(description="Create a new file or folder")
    check(button.wait(timeout=3), "wait")
    button.click()
    field = device(resourceId=MARKOR + ":id/new_file_dialog__name")
    field.set_text("é 日本")
    check(field.get_text() == "é 日本", field.get_text())
    field.clear_text()
    field.click()
    device.send_keys("note")
    check(field.get_text() == "note", field.get_text())
    check(device(text="FOLDER").exists, "exists")
    check(device(className="android.widget.EditText").count == 2, "count")
    check(device.xpath("//*[@text='FOLDER']").exists, "xpath")
    device.xpath("//*[@text='FOLDER']").click()
    check(device(text="FOLDER").wait_gone(timeout=3), "wait_gone")
    check(device(text="note").exists, "the folder")
    check("note" in device.shell("ls /sdcard/Documents/Markor").output, "ls")
    device(text="note").long_click()
    device.press("back")
    device.click(0.5, 0.5)
    device.swipe_ext("up")
    check(device.screenshot().size == (1080, 2400), "screenshot")
    check(not device(text="no such thing").exists, "not there")
    try:
        device(text="no such thing").click(timeout=0.2)
        check(False, "a click on nothing")
    except uiautomator2.exceptions.UiObjectNotFoundError:
        pass
    device.clipboard = "copied"
    check(device.clipboard == "copied", device.clipboard)
    device.press("home")
    device.open_notification()
    device.press("back")
    device.push(__file__, "/data/local/tmp/x.py")
    device.app_stop(MARKOR)
    check(MARKOR in device.app_list(), device.app_list())


def ppadb_client():
    from ppadb.client import Client

    server = Client(host="127.0.0.1", port=int(os.environ["ANDROID_ADB_SERVER_PORT"]))
    host, port = serial.split(":")
    server.remote_connect(host, int(port))
    device = server.device(serial)
    check(device.wm_size() == (1080, 2400), device.wm_size())
    check(device.shell("echo a; echo b") == "a\nb\n", "shell")
    check(bytes(device.screencap())[:4] == b"\x89PNG", "screencap")
    check(device.is_installed(MARKOR), "is_installed")
    device.input_tap(540, 1200)
    device.input_swipe(540, 1800, 540, 600, 300)
    device.input_text("text")
    device.input_keyevent("KEYCODE_HOME")
    check(device.get_properties()["ro.build.version.sdk"] == "33", "get_properties")
    device.push(__file__, "/sdcard/x.py")
    with tempfile.TemporaryDirectory() as here:
        device.pull("/sdcard/x.py", os.path.join(here, "y.py"))
        with open(os.path.join(here, "y.py"), "rb") as one, open(__file__, "rb") as other:
            check(one.read() == other.read(), "pull")


def adb_shell_client():
    from adb_shell.adb_device import AdbDeviceTcp

    host, port = serial.split(":")
    device = AdbDeviceTcp(host, int(port), default_transport_timeout_s=20.0)
    check(device.connect(auth_timeout_s=5), "connect")
    check(device.shell("wm size") == "Physical size: 1080x2400\n", "shell")
    check(device.exec_out("screencap -p", decode=False)[:4] == b"\x89PNG", "exec_out")
    names = [it.filename for it in device.list("/sdcard")]
    check(b"Documents" in names, names)
    device.push(__file__, "/sdcard/z.py")
    check(device.stat("/sdcard/z.py")[1] == os.path.getsize(__file__), "stat")
    with tempfile.TemporaryDirectory() as here:
        device.pull("/sdcard/z.py", os.path.join(here, "z.py"))
        check(os.path.getsize(os.path.join(here, "z.py")) == os.path.getsize(__file__), "pull")
    lines = list(device.streaming_shell("echo 1; echo 2"))
    check("".join(lines) == "1\n2\n", lines)
    device.close()


async def mobilerun_client():
    from mobilerun_core_local import AndroidDriver

    driver = AndroidDriver(serial=serial)
    await driver.connect()
    # Its own app is not on the phone, so that it goes by what every phone has.
    check(not driver.portal_available, "portal_available")
    check("set_clipboard" not in driver.effective_supported, "effective_supported")

    async def nodes():
        todo = [(await driver.get_ui_tree())["a11y_tree"]]
        found = []
        while todo:
            found.append(todo.pop())
            todo.extend(found[-1].get("children", []))
        return found

    async def tap(key, value):
        [node] = [it for it in await nodes() if it[key] == value]
        bounds = node["boundsInScreen"]
        await driver.tap((bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2)

    async def texts():
        return [it["text"] for it in await nodes()]

    started = await driver.start_app(MARKOR)
    check(started == f"App started: {MARKOR} with activity .activity.MainActivity", started)
    state = await driver.get_ui_tree()
    check(state["phone_state"] == {"packageName": MARKOR}, state["phone_state"])
    metrics = state["device_context"]["display_metrics"]
    check(metrics == {"width": 1080, "height": 2400}, metrics)
    await tap("contentDescription", "Create a new file or folder")
    await tap("resourceId", MARKOR + ":id/new_file_dialog__name")
    check(await driver.input_text("mobilerun"), "input_text")
    check("mobilerun" in await texts(), await texts())
    # The dump of Android 13 tells an empty field's hint as its text: the driver takes it for what was not cleared.
    try:
        await driver.input_text("other", clear=True)
        check(False, "a field with a hint")
    except RuntimeError as error:
        check("focused text remains" in str(error), error)
    check("my_note" in await texts(), await texts())
    check(await driver.input_text("mobilerun"), "input_text")
    await tap("text", "OK")
    check(await driver.input_text("it's \"a\" $b"), "input_text")
    check("it's \"a\" $b" in await texts(), await texts())
    await driver.press_button("enter")
    check("it's \"a\" $b\n" in await texts(), await texts())
    check(await driver.input_text("note", clear=True), "input_text")
    check("note" in await texts() and "it's" not in str(await texts()), await texts())
    await driver.swipe(540, 1800, 540, 600, 100)
    await driver.press_key_code(4)
    await driver.press_button("home")
    check((await driver.get_ui_tree())["phone_state"]["packageName"] != MARKOR, "home")
    await driver.start_app(MARKOR, ".activity.MainActivity")
    check((await driver.get_ui_tree())["phone_state"]["packageName"] == MARKOR, "start_app")
    check((await driver.screenshot())[:4] == b"\x89PNG", "screenshot")
    check(MARKOR in await driver.list_packages(), await driver.list_packages())
    check("com.android.settings" not in await driver.list_packages(), "list_packages")
    check({"package": "com.android.settings", "label": "com.android.settings"} in await driver.get_apps(), "get_apps")
    check((await driver.get_date()).endswith(" UTC 2023"), await driver.get_date())
    await driver.grant_permission(MARKOR, "READ_EXTERNAL_STORAGE")
    try:
        await driver.open_deep_link("none://such")
        check(False, "a link to nothing")
    except RuntimeError as error:
        check("unable to resolve Intent" in str(error), error)
    try:
        await driver.start_app("no.such")
        check(False, "an app that is not there")
    except RuntimeError as error:
        check("No activity found" in str(error), error)
    await driver.stop_app(MARKOR)
    await driver.clear_app_data(MARKOR)


{
    "adbutils": adbutils_client,
    "uiautomator2": uiautomator2_client,
    "pure-python-adb": ppadb_client,
    "adb-shell": adb_shell_client,
    "mobilerun-core-local": lambda: asyncio.run(mobilerun_client()),
}[client]()
print("ok")
