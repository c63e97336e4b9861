"""What android_env asks of an emulator, with its own messages and its own server for accessibility trees.

Arguments: the controller's port, the adb serial. Prints `ok` at the end.
"""

import concurrent.futures
import subprocess
import sys
import threading

import grpc
from android_env.proto import emulator_controller_pb2 as controller
from android_env.proto import emulator_controller_pb2_grpc as controller_grpc
from android_env.proto.a11y import a11y_pb2
from android_env.proto.a11y import a11y_pb2_grpc
from google.protobuf import empty_pb2

port, serial = sys.argv[1:3]


def shell(line):
  return subprocess.run(["adb", "-s", serial, "shell", line], capture_output=True, check=True, text=True).stdout


class Forests(a11y_pb2_grpc.A11yServiceServicer):

  def __init__(self):
    self.came = threading.Condition()
    self.last = None

  def SendForest(self, request, context):
    with self.came:
      self.last = request
      self.came.notify_all()
    return a11y_pb2.ForestResponse()

  def wait(self, fits):
    with self.came:
      came = self.came.wait_for(lambda: self.last and fits(self.last), timeout=60)
      assert came, sorted(texts(self.last)) if self.last else "no forest came"


def texts(forest):
  return {node.text for window in forest.windows for node in window.tree.nodes}


channel = grpc.secure_channel(
    f"localhost:{port}",
    grpc.local_channel_credentials(),
    options=[("grpc.max_receive_message_length", -1)],
)
grpc.channel_ready_future(channel).result(timeout=60)
stub = controller_grpc.EmulatorControllerStub(channel)

assert stub.getStatus(empty_pb2.Empty()).booted

RGBA = controller.ImageFormat.ImgFormat.RGBA8888
image = stub.getScreenshot(controller.ImageFormat(format=RGBA))
width, height = image.format.width, image.format.height
assert (width, height) == (1080, 2400), (width, height)
assert len(image.image) == width * height * 4
assert set(image.image[3::4]) == {255}
png = stub.getScreenshot(controller.ImageFormat())
assert png.image.startswith(b"\x89PNG")

server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=4))
forests = Forests()
a11y_pb2_grpc.add_A11yServiceServicer_to_server(forests, server)
own = server.add_secure_port("[::]:0", grpc.local_server_credentials())
server.start()
receiver = "com.google.androidenv.accessibilityforwarder/com.google.androidenv.accessibilityforwarder.FlagsBroadcastReceiver"
intent = "am broadcast -a accessibility_forwarder.intent.action"
shell(f"{intent}.ENABLE_ACCESSIBILITY_TREE_LOGS -n {receiver}")
shell(f'{intent}.SET_GRPC --ei "port" {own} -n {receiver}')
forests.wait(lambda it: "Phone" in texts(it))

# A finger on a button: the editor's widgets come.
shell("am start -W -n com.google.android.contacts/com.android.contacts.activities.PeopleActivity")


def creating(forest):
  nodes = (node for window in forest.windows for node in window.tree.nodes)
  return next((node for node in nodes if "create" in node.content_description.lower()), None)


forests.wait(creating)
button, before = creating(forests.last), texts(forests.last)
box = button.bounds_in_screen
x, y = (box.left + box.right) // 2, (box.top + box.bottom) // 2
for pressure in (1, 0):
  touch = controller.Touch(x=x, y=y, pressure=pressure, identifier=0)
  stub.sendTouch(controller.TouchEvent(touches=[touch]))
forests.wait(lambda it: texts(it) != before)

# A key that Linux numbers 158 is Back; XKB has eight more. The first one takes the keyboard away.
keys = controller.KeyboardEvent
for _ in range(2):
  stub.sendKey(keys(codeType=keys.KeyCodeType.XKB, eventType=keys.KeyEventType.keypress, keyCode=166))
forests.wait(lambda it: texts(it) == before)

assert stub.sendSms(controller.SmsMessage(srcAddress="555", text="Hello")).response == 0
assert "body=Hello" in shell("content query --uri content://sms/inbox")
try:
  stub.streamLogcat(controller.LogMessage()).next()
  raise AssertionError("it is answered")
except grpc.RpcError as error:
  assert error.code() == grpc.StatusCode.UNIMPLEMENTED, error
server.stop(None)
print("ok")
