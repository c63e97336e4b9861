"""Run the original AndroidWorld environment on the emulator's doors, and say what its graders say.

    python3 -m venv VENV
    VENV/bin/pip install android_env==1.2.3 grpcio-tools==1.71.0 protobuf==5.29.5 immutabledict fuzzywuzzy \
        jsonschema==4.17.3 numpy==1.26.3 opencv-python-headless pandas==2.1.4 requests tenacity termcolor pydub
    autorpa emulator --serve --adb-port 5555 --console-port 5554 --grpc-port 8554
    VENV/bin/python scripts/androidworld/original.py CHECKOUT [TASK ...] [--exec AUTORPA]

CHECKOUT is google-research/android_world. Nothing in it is changed but the two message modules that its own setup makes.
One thing is left out: the installing of the accessibility forwarder, which comes from Google's storage; the emulator has
it. For each task: it is set up, and judged before anything is done. With --exec, the library's function for it runs over
adb in between, with the values of the task, and is judged as well.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
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
  """The library's function for a type of task, and what it takes."""
  for path in glob.glob(os.path.join(library, "**", "*.receipt.json"), recursive=True):
    with open(path, encoding="utf-8") as file:
      receipt = json.load(file)
    if receipt["task_type"] == task and receipt["suite"] == "androidworld" and receipt["verified"]:
      return path.removesuffix(".receipt.json") + ".rhai", [it["name"] for it in receipt.get("params", [])]
  return None, []


def run(autorpa, library, name, task, serial):
  script, params = function_of(library, name)
  if script is None:
    return "no function"
  values = {key: value for key, value in task.params.items() if key in params and isinstance(value, (str, int))}
  if len(values) < len(params):
    return f"its values are called otherwise: {sorted(set(params) - set(values))}"
  given = [it for key, value in values.items() for it in ("--param", f"{key}={value}")]
  done = subprocess.run([autorpa, "exec", script, "--device", f"adb:{serial}", *given], capture_output=True, text=True)
  return (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:120]


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
  given = parser.parse_args()
  messages(given.checkout)
  sys.path.insert(0, given.checkout)

  from android_env.wrappers import a11y_grpc_wrapper
  from android_world import registry
  from android_world import suite_utils
  from android_world.env import env_launcher

  a11y_grpc_wrapper.A11yGrpcWrapper._install_a11y_forwarding_apk = lambda self: None
  begun = time.time()
  adb = subprocess.run(["which", given.adb], capture_output=True, text=True, check=True).stdout.strip()
  env = env_launcher.load_and_setup_env(console_port=given.console, grpc_port=given.grpc, adb_path=adb)
  print(f"the environment: {time.time() - begun:.1f} s", flush=True)
  begun = time.time()
  env.reset(go_home=True)
  state = env.get_state()
  print(f"a state: {time.time() - begun:.1f} s, {len(state.ui_elements)} elements, {state.pixels.shape}", flush=True)

  known = registry.TaskRegistry().get_registry("android_world")
  names = given.tasks or sorted(known)
  suite = suite_utils.create_suite(known, n_task_combinations=1, seed=given.seed, tasks=names)
  counts = {"judged": 0, "done": 0, "not set up": 0}
  for name in names:
    task, begun = suite[name][0], time.time()
    try:
      task.initialize_task(env)
      text = f"{task.is_successful(env)} before"
      counts["judged"] += 1
      if given.autorpa:
        env.reset(go_home=True)
        ended = run(given.autorpa, given.library, name, task, f"127.0.0.1:{given.console + 1}")
        score = task.is_successful(env)
        counts["done"] += score == 1
        text += f", {score} after: {ended}"
    except BaseException as error:  # pylint: disable=broad-exception-caught
      text = said(error)
      counts["not set up"] += 1
    try:
      task.tear_down(env)
    except BaseException as error:  # pylint: disable=broad-exception-caught
      text += f"; not torn down: {said(error)}"
    print(f"{name}: {text} ({time.time() - begun:.1f} s)", flush=True)
  print(", ".join(f"{count} {what}" for what, count in counts.items()), flush=True)
  # Threads of the environment would wait for its streams.
  os._exit(0)


if __name__ == "__main__":
  main()
