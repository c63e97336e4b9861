"""Run the controllers of phone agents on a phone or on the emulator's adb door, and say what each call did.

    python3 -m venv VENV
    VENV/bin/pip install pillow numpy pyyaml colorama opencv-python-headless pyshine
    autorpa emulator --serve ; adb connect HOST:PORT
    VENV/bin/python scripts/android/controllers.py HOST:PORT --appagent DIR --mobileagent DIR [--adb 'adb -P 5038']

The checkouts are mnotgod96/AppAgent and X-PLUG/MobileAgent. Nothing in them is changed: their modules are imported as they
are. Clients of language models that a module imports and its controller never uses are stood in for by empty modules.

Each call is checked by the file that came of it, or by what the phone shows afterwards (`uiautomator dump`). Markor has to be
on the phone, and ADBKeyBoard for what is not ASCII. A call that fails does not end the run.
"""

import argparse
import contextlib
import importlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import types
import xml.etree.ElementTree as ET

APP = "net.gsantner.markor"
NEW = "Create a new file or folder"
NAME = f"{APP}:id/new_file_dialog__name"
FILE = f"{APP}:id/opoc_filesystem_item__title"
EDITOR = f"{APP}:id/document__fragment__edit__highlighting_editor"
FOLDER = "/sdcard/Documents/Markor"
KEYBOARD = "com.android.adbkeyboard/.AdbIME"


class Phone:
  """What is seen of the phone and done to it beside the controllers."""

  def __init__(self, adb, serial):
    self.adb, self.serial = [*adb, "-s", serial], serial
    _, _, size = self.shell("wm size").strip().partition(": ")
    self.size = tuple(map(int, size.split("x")))

  def shell(self, command):
    return subprocess.run([*self.adb, "shell", command], capture_output=True, text=True, check=False).stdout

  def nodes(self):
    said = self.shell("uiautomator dump /dev/tty")
    return list(ET.fromstring(said[: said.rindex(">") + 1]).iter("node"))

  def all(self, key):
    return [it.get(key) for it in self.nodes() if it.get(key)]

  def at(self, key, value):
    """The middle of a widget."""
    node = next(it for it in reversed(self.nodes()) if it.get(key) == value)
    left, top, right, bottom = map(int, node.get("bounds")[1:-1].replace("][", ",").split(","))
    return (left + right) // 2, (top + bottom) // 2

  def tap(self, key, value):
    self.shell("input tap {} {}".format(*self.at(key, value)))

  def written(self):
    """The text of the editor, or of a dialog's field."""
    return next((it.get("text") for it in self.nodes() if it.get("resource-id") in (EDITOR, NAME)), None)

  def open(self):
    """Markor's list, with one file in it."""
    self.shell(f"ime reset; am force-stop {APP}; rm -f {FOLDER}/of_agents.md; mkdir -p {FOLDER}; touch {FOLDER}/seen.md")
    self.shell(f"monkey -p {APP} -c android.intent.category.LAUNCHER 1")

  def edit(self):
    """A new file in the editor, with the cursor in it."""
    self.open()
    self.tap("content-desc", NEW)
    self.shell("input text of_agents")
    self.tap("text", "OK")

  def changed(self, key, do):
    before = self.all(key)
    do()
    return before != self.all(key)

  def scrolled(self, do):
    """Whether the list of all apps opens when a finger goes up on the home screen."""
    self.shell("input keyevent HOME; input keyevent HOME")
    return self.changed("text", do)


class Table:
  """What each call of each client did."""

  def __init__(self, phone):
    self.phone, self.client, self.rows = phone, "", []

  def call(self, name, do, wanted, seen=None):
    """Do it: what it answers, or what is seen of the phone afterwards, is what is wanted."""
    try:
      with contextlib.redirect_stdout(sys.stderr):
        answer = do()
      got = seen() if seen else answer
      said = "ok" if got == wanted else f"{got!r}, not {wanted!r}"
    except Exception as error:  # pylint: disable=broad-exception-caught
      said = f"{type(error).__name__}: {error}"
    self.rows.append((self.client, name, said.replace("\n", " ").replace("|", "/")[:160]))

  def acts(self, tap, write, texts, slide, back, home, long_press=None):
    """What every controller is for."""
    phone = self.phone
    phone.open()
    self.call("tap", lambda: tap(*phone.at("content-desc", NEW)), True, lambda: NAME in phone.all("resource-id"))
    shown = lambda: "mInputShown=true" in phone.shell("dumpsys input_method")
    self.call("back (puts the keyboard away)", back, False, shown)
    self.call("back (closes the dialog)", back, True, lambda: NEW in phone.all("content-desc"))
    for name, text, keyboard in texts:
      phone.edit()
      if keyboard:
        phone.shell(f"ime enable {KEYBOARD}; ime set {KEYBOARD}")
      self.call(f"text ({name})", lambda text=text: write(text), text, phone.written)
    if home:
      phone.open()
      self.call("home", home, False, lambda: APP in phone.all("package"))
    self.call("swipe", lambda: phone.scrolled(lambda: slide(540, 1500, 540, 800)), True)
    if long_press:
      phone.open()
      press = lambda: long_press(*phone.at("resource-id", FILE))
      self.call("long press", lambda: phone.changed("content-desc", press), True)

  def text(self):
    lines = ["| client | call | what came of it |", "|---|---|---|", *(f"| {' | '.join(it)} |" for it in self.rows)]
    failed = sum(it[2] != "ok" for it in self.rows)
    return "\n".join([*lines, "", f"{len(self.rows)} calls, {failed} failed"])


def size_of(path):
  from PIL import Image

  with Image.open(path) as image:
    return image.size


def module_of(name, *folders):
  """A module of a checkout; those of another one that are called the same are forgotten."""
  for known in ["config", "controller", "utils", name]:
    sys.modules.pop(known, None)
  folder = os.path.join(*folders)
  sys.path.insert(0, folder)
  try:
    return importlib.import_module(name)
  finally:
    sys.path.remove(folder)


def stand_in(module, name):
  """An empty module for one that is not installed."""
  try:
    importlib.import_module(module)
  except ImportError:
    sys.modules[module] = types.ModuleType(module)
    setattr(sys.modules[module], name, None)


def appagent(table, phone, checkout):
  table.client = "AppAgent"
  # Its settings are read from where it is started.
  os.chdir(checkout)
  its = module_of("and_controller", checkout, "scripts")
  table.call("list_all_devices", lambda: phone.serial in its.list_all_devices(), True)
  it = its.AndroidController(phone.serial)
  table.call("get_device_size", lambda: (it.width, it.height), phone.size)
  phone.open()
  folder, found = tempfile.mkdtemp(), []
  of = lambda name: os.path.join(folder, name)
  table.call("get_screenshot", lambda: size_of(it.get_screenshot("seen", folder)), phone.size)
  table.call("get_xml", lambda: it.get_xml("seen", folder), of("seen.xml"))
  walk = lambda: its.traverse_tree(of("seen.xml"), found, "clickable", True)
  table.call("traverse_tree", walk, True, lambda: len(found) > 5)
  draw = lambda: sys.modules["utils"].draw_bbox_multi(of("seen.png"), of("drawn.png"), found)
  table.call("draw_bbox_multi", draw, phone.size, lambda: size_of(of("drawn.png")))

  def tap(x, y):
    """As its agent does: the element that the tree has there."""
    ((left, top), (right, bottom)) = next(
      one.bbox for one in found if one.bbox[0][0] < x < one.bbox[1][0] and one.bbox[0][1] < y < one.bbox[1][1]
    )
    it.tap((left + right) // 2, (top + bottom) // 2)

  texts = [("ASCII", "two words, 3.", False)]
  table.acts(tap, it.text, texts, lambda x, y, *_: it.swipe(x, y, "up", "long"), it.back, None, it.long_press)
  # Its second number is not used: the first one stands for both.
  precise = lambda: it.swipe_precise((1000, 1000), (540, 300))
  table.call("swipe_precise", lambda: phone.scrolled(precise), True)


def mobileagent(table, phone, checkout):
  adb = " ".join(map(shlex.quote, phone.adb))
  ascii_ = ("ASCII", "Milk, 2 eggs!\na-b.", False)
  each = [ascii_, ("any script, by ADBKeyBoard", "é 日本 a", True)]
  # Its first ones pull to a folder of where they are started.
  os.chdir(tempfile.mkdtemp())
  os.mkdir("screenshot")
  half = tuple(it // 2 for it in phone.size)
  for client, folder, module, size in [
    ("Mobile-Agent v1", "Mobile-Agent-v1/MobileAgent", "controller", half),
    ("Mobile-Agent v1, by API", "Mobile-Agent-v1/MobileAgent", "controller_api", half),
    ("Mobile-Agent v2", "Mobile-Agent-v2/MobileAgent", "controller", phone.size),
    ("Mobile-Agent-E", "Mobile-Agent-E/MobileAgentE", "controller", phone.size),
  ]:
    table.client, its = client, module_of(module, checkout, folder)
    shot = lambda its=its: its.get_screenshot(adb) or size_of("screenshot/screenshot.jpg")
    table.call("get_screenshot", shot, size)
    bound = lambda do: lambda *rest: do(adb, *rest)
    tap, slide = bound(its.tap), bound(its.slide if hasattr(its, "slide") else its.swipe)
    if hasattr(its, "get_size"):
      table.call("get_size", bound(its.get_size), phone.size)
      # Places are parts of the screen, and slides have two ways.
      tap = lambda x, y, its=its: its.tap(adb, x / phone.size[0], y / phone.size[1], *phone.size)
      slide = lambda *_, its=its: its.slide(adb, "down", *phone.size)
    elif size == half:
      # It sees the screen half as large.
      tap = lambda x, y, its=its: its.tap(adb, x // 2, y // 2)
      slide = lambda *ends, its=its: its.slide(adb, *(it // 2 for it in ends))
    home = its.home if hasattr(its, "home") else its.back_to_desktop
    table.acts(tap, bound(its.type), each, slide, bound(its.back), bound(home))
  # The last one can more.
  table.call("save_screenshot_to_file", lambda: size_of(its.save_screenshot_to_file(adb, "e.png")), phone.size)
  phone.edit()
  table.call("enter", lambda: its.enter(adb), "\n", phone.written)
  table.call("switch_app", lambda: phone.changed("resource-id", bound(its.switch_app)), True)

  def recorded():
    its.end_recording(adb, "e.mp4") if its.start_recording(adb) else None
    return os.path.exists("e.mp4")

  table.call("start_recording, end_recording", recorded, True)

  table.client = "Mobile-Agent v3"
  it = module_of("utils.android_controller", checkout, "Mobile-Agent-v3/mobile_v3").AndroidController(adb)
  table.call("get_screenshot", lambda: it.get_screenshot("v3.png") and size_of("v3.png"), phone.size)
  table.acts(it.tap, it.type, each, it.slide, it.back, it.home)

  table.client = "Mobile-Agent v3.5"
  stand_in("openai", "OpenAI")
  stand_in("qwen_vl_utils", "smart_resize")
  its = module_of("utils", checkout, "Mobile-Agent-v3.5/mobile_use")
  it = its.AdbTools(" ".join(map(shlex.quote, phone.adb[:-2])), phone.serial)
  table.call("get_screenshot", lambda: it.get_screenshot("v35.png") and it.image_info, phone.size)
  table.call("get_package_name", lambda: APP in it.get_package_name(), True)
  table.call("open_app", lambda: it.open_app(APP), True, lambda: APP in phone.all("package"))
  # It brings the keyboard itself.
  texts = [("a word of any script", "é日本,a'b", False), ("words with blanks", "two words", False)]
  table.acts(it.click, it.type, texts, it.slide, it.back, it.home, it.long_press)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("serial")
  parser.add_argument("--appagent", type=os.path.abspath, help="a checkout of mnotgod96/AppAgent")
  parser.add_argument("--mobileagent", type=os.path.abspath, help="a checkout of X-PLUG/MobileAgent")
  parser.add_argument("--adb", default="adb", help="the program with its options")
  given = parser.parse_args()
  program, *options = shlex.split(given.adb)
  adb = [shutil.which(program), *options]
  # AppAgent runs what is found as `adb`.
  folder = tempfile.mkdtemp()
  with open(os.path.join(folder, "adb"), "w", encoding="utf-8") as file:
    file.write(f"#!/bin/sh\nexec {' '.join(map(shlex.quote, adb))} \"$@\"\n")
  os.chmod(file.name, 0o755)
  os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
  phone = Phone(adb, given.serial)
  table = Table(phone)
  if given.appagent:
    appagent(table, phone, given.appagent)
  if given.mobileagent:
    mobileagent(table, phone, given.mobileagent)
  print(table.text())


if __name__ == "__main__":
  main()
