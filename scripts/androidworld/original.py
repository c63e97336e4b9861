"""Run the original AndroidWorld environment on the emulator's doors, and say what its graders say.

    python3 -m venv VENV
    VENV/bin/pip install android_env==1.2.3 grpcio-tools==1.71.0 protobuf==5.29.5 immutabledict fuzzywuzzy \
        jsonschema==4.17.3 numpy==1.26.3 opencv-python-headless pandas==2.1.4 pillow requests tenacity termcolor pydub
    autorpa emulator --serve --adb-port 5555 --console-port 5554 --grpc-port 8554
    VENV/bin/python scripts/androidworld/original.py CHECKOUT [TASK ...] [--exec AUTORPA] [--json FILE]

CHECKOUT is google-research/android_world. Nothing in it is changed but the two message modules that its own setup makes.
Songs of its tasks need the program `ffmpeg`. What its setup of the apps downloads and installs is left out, and so
is what it taps on their first screens: the emulator has the apps. What the setup does last is done: a snapshot of each app's
data is saved on the phone, and each task begins with those of its apps.

For each task: it is set up, and judged before anything is done. With --exec, the library's function for it runs over adb in
between, with the values of the task, and is judged as well. Values that the original calls otherwise are read out of its goal
by the templates of the function's receipt. A task that fails does not end the run.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def messages(checkout):
  """Make the modules of the checkout's own messages, where they are missing."""
  from grpc_tools import protoc

  folder = "android_world/task_evals/information_retrieval/proto"
  if glob.glob(os.path.join(checkout, folder, "task_pb2.py")):
    return
  protos = sorted(glob.glob(os.path.join(checkout, folder, "*.proto")))
  made = protoc.main(["protoc", f"-I{checkout}", f"--python_out={checkout}", *protos])
  assert made == 0, f"the messages of {folder} can't be made"


def said(error):
  while error.__traceback__.tb_next:
    error.__traceback__ = error.__traceback__.tb_next
  frame = error.__traceback__.tb_frame.f_code
  text = str(error).replace("\n", " ")[:160]
  return f"{type(error).__name__}: {text} ({os.path.basename(frame.co_filename)}, {frame.co_name})"


def function_of(library, task):
  """The library's function for a type of task, and its receipt."""
  for path in glob.glob(os.path.join(library, "**", "*.receipt.json"), recursive=True):
    with open(path, encoding="utf-8") as file:
      receipt = json.load(file)
    if receipt["task_type"] == task and receipt["suite"] == "androidworld" and receipt["verified"]:
      return path.removesuffix(".receipt.json") + ".rhai", receipt
  return None, {}


def read_out(goal, template):
  """The values of a goal, by a template with `{name}` and lists as `{name*}`; nothing where it fits otherwise."""
  parts = re.split(r"\{(\w+\*?)\}", template.strip())
  pattern = "".join("(.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
  fits = re.fullmatch(pattern, goal.strip(), re.DOTALL)
  if not fits:
    return {}
  named = zip(parts[1::2], fits.groups())
  return {name.rstrip("*"): text.split(", ") if name.endswith("*") else text for name, text in named}


def values_of(task, receipt):
  """What the function is to be given: the task's own parameters, and what its goal says."""
  fits = [it for it in (read_out(task.goal, template) for template in receipt.get("templates", [])) if it]
  # What only another form of the goal asks for is empty.
  found = {it["name"]: "" for it in receipt.get("params", []) if fits}
  for it in fits:
    found.update(it)
  found.update({key: str(value) for key, value in task.params.items() if isinstance(value, (str, int, float))})
  return {it["name"]: found.get(it["name"]) for it in receipt.get("params", [])}


def run(autorpa, library, name, task, serial):
  """How the library's function ended; nothing where it was not run, and why."""
  script, receipt = function_of(library, name)
  if script is None:
    return None, "no function"
  values = values_of(task, receipt)
  missing = sorted(key for key, value in values.items() if value is None)
  if missing:
    return None, f"values not found: {missing}"
  with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    json.dump(values, file)
    file.flush()
    command = [autorpa, "exec", script, "--device", f"adb:{serial}", "--params-file", file.name, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
  try:
    outcome = json.loads(done.stdout)["outcome"]
  except (ValueError, KeyError):
    outcome = f"exit code {done.returncode}"
  # Nobody but the original checks what it did.
  well = outcome in ("reached", "unchecked")
  return outcome, "" if well else " / ".join(done.stderr.strip().splitlines())[-300:]


class Phone:
  """The environment, made again where it does not go on."""

  def __init__(self, given):
    self.given = given
    self.adb = subprocess.run(["which", given.adb], capture_output=True, text=True, check=True).stdout.strip()
    self.env = self.opened()

  def opened(self):
    from android_world.env import env_launcher

    return env_launcher.load_and_setup_env(
        console_port=self.given.console, grpc_port=self.given.grpc, adb_path=self.adb
    )

  def ready(self):
    try:
      self.env.reset(go_home=True)
    except BaseException as error:  # pylint: disable=broad-exception-caught
      print(f"the environment is made again: {said(error)}", flush=True)
      self.env = self.opened()
      self.env.reset(go_home=True)

  def save(self):
    """Save what each app keeps, as the last step of the original's setup."""
    from android_world.env.setup_device import setup
    from android_world.utils import app_snapshot

    for app in setup._APPS:
      try:
        app_snapshot.save_snapshot(app.app_name, self.env.controller)
      except BaseException as error:  # pylint: disable=broad-exception-caught
        print(f"no snapshot of {app.app_name}: {said(error)}", flush=True)


def tried(phone, given, name, task):
  """What came of a task, as the table has it."""
  row = {"task": name, "set_up": False, "before": None, "run": None, "after": None, "why": "", "goal": ""}
  begun = time.time()
  try:
    task.initialize_task(phone.env)
    row["set_up"], row["goal"] = True, task.goal
    row["before"] = float(task.is_successful(phone.env))
    if given.autorpa:
      phone.env.reset(go_home=True)
      row["run"], row["why"] = run(given.autorpa, given.library, name, task, f"127.0.0.1:{given.console + 1}")
      if row["run"]:
        row["after"] = float(task.is_successful(phone.env))
  except BaseException as error:  # pylint: disable=broad-exception-caught
    row["why"] = said(error)
  try:
    if row["set_up"]:
      task.tear_down(phone.env)
  except BaseException as error:  # pylint: disable=broad-exception-caught
    row["why"] += f"; not torn down: {said(error)}"
  return row | {"seconds": round(time.time() - begun, 1)}


def table(rows):
  lines = ["| task | set up | before | run | after | s | why |", "|---|---|---|---|---|---|---|"]
  for it in rows:
    shown = ["set_up", "before", "run", "after", "seconds", "why"]
    texts = ["" if it[key] is None else str(it[key]).replace("|", "/") for key in shown]
    lines.append(f"| {it['task']} | {' | '.join(texts)} |")
  counts = {
      "types": len(rows),
      "set up": sum(it["set_up"] for it in rows),
      "judged before": sum(it["before"] is not None for it in rows),
      "functions run": sum(it["run"] is not None for it in rows),
      "judged 1 after": sum(it["after"] == 1 for it in rows),
  }
  return "\n".join([*lines, "", ", ".join(f"{count} {what}" for what, count in counts.items())])


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("checkout")
  parser.add_argument("tasks", nargs="*", help="types of task; all where none is named")
  parser.add_argument("--console", type=int, default=5554)
  parser.add_argument("--grpc", type=int, default=8554)
  parser.add_argument("--adb", default="adb")
  parser.add_argument("--seed", type=int, default=30)
  parser.add_argument("--exec", dest="autorpa", help="the program that runs the library's functions")
  parser.add_argument("--library", default=os.path.join(os.path.dirname(__file__), "..", "verified"))
  parser.add_argument("--json", help="a file for the results")
  given = parser.parse_intermixed_args()
  messages(given.checkout)
  sys.path.insert(0, given.checkout)

  from android_env.wrappers import a11y_grpc_wrapper
  from android_world import registry
  from android_world import suite_utils

  # The forwarder comes from Google's storage; the emulator has it.
  a11y_grpc_wrapper.A11yGrpcWrapper._install_a11y_forwarding_apk = lambda self: None
  begun = time.time()
  phone = Phone(given)
  print(f"the environment: {time.time() - begun:.1f} s", flush=True)
  begun = time.time()
  phone.ready()
  state = phone.env.get_state()
  print(f"a state: {time.time() - begun:.1f} s, {len(state.ui_elements)} elements, {state.pixels.shape}", flush=True)
  phone.save()

  known = registry.TaskRegistry().get_registry("android_world")
  names = given.tasks or sorted(known)
  suite = suite_utils.create_suite(known, n_task_combinations=1, seed=given.seed, tasks=names)
  rows = []
  for name in names:
    rows.append(tried(phone, given, name, suite[name][0]))
    print(json.dumps(rows[-1]), flush=True)
    if rows[-1]["before"] is None:
      phone.ready()
  if given.json:
    with open(given.json, "w", encoding="utf-8") as file:
      json.dump(rows, file, indent=1)
  print(table(rows), flush=True)
  # Threads of the environment would wait for its streams.
  os._exit(0)


if __name__ == "__main__":
  main()
