import CGtk
import Foundation
import GtkInterop

/// An X server with a touch screen and touchpads that this program drives, through the server's `inputtest`
/// driver (xf86-input-inputtest-protocol.h): their events reach GTK like those of real devices.
package final class InputTestServer {
  /// The one of this process; nil where it can't be started: it takes xserver-xorg-core, xserver-xorg-video-dummy and
  /// xinput, and a user who may start it. It ends by itself when this process has.
  package static let shared = try? InputTestServer()

  /// The numbers of the protocol (XI_TouchBegin and the following ones).
  package enum TouchPhase: UInt32 { case began = 18, moved, ended }

  /// The numbers of the protocol (XI_GesturePinchBegin and the following ones).
  package enum PinchPhase: UInt16 { case began = 27, moved, ended }

  private enum Failure: Error { case notStarted, notConnected }

  private static let server = "/usr/lib/xorg/Xorg"
  private static let width = 1_280.0
  private static let height = 1_024.0
  private static let touchpadName = "test touchpad"
  private static let gesturePadName = "test gesture pad"
  /// The number of positions along each axis of the touch screen.
  private static let touchRange = 65_535.0

  /// The server as GDK knows it.
  package let display: OpaquePointer
  private let touchScreen: Int32
  private let touchpad: Int32
  private let gesturePad: Int32

  private init() throws {
    guard FileManager.default.isExecutableFile(atPath: Self.server) else { throw Failure.notStarted }
    let folder = FileManager.default.temporaryDirectory.appending(path: "xorg-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = try Self.start(in: folder)
    touchScreen = try Self.connect(to: folder.appending(path: "touch").path)
    touchpad = try Self.connect(to: folder.appending(path: "touchpad").path)
    gesturePad = try Self.connect(to: folder.appending(path: "gestures").path)
    // GDK treats a pointer with this property as a touchpad.
    for device in [Self.touchpadName, Self.gesturePadName] {
      let arguments = ["set-prop", "--type=int", "--format=8", device, "libinput Tapping Enabled", "0"]
      try Self.run("/usr/bin/xinput", arguments, display: name)
    }
    guard let display = gdk_display_open(name) else { throw Failure.notConnected }
    self.display = display
  }

  /// Puts one of two fingers on the touch screen, moves it, or takes it away; `x` and `y` in pixels of the screen.
  package func touch(_ phase: TouchPhase, finger: Int = 0, x: Double, y: Double) {
    precondition((0..<2).contains(finger), "The touch screen knows two fingers.")
    var message = Message(type: 6)
    message.append(UInt32(finger))
    message.append(phase.rawValue)
    message.appendAxes([
      0: x * Self.touchRange / Self.width, 1: y * Self.touchRange / Self.height,
    ])
    message.send(to: touchScreen)
  }

  /// Reports that two fingers on a touchpad are at a distance, as a multiple of that at the beginning, where the pointer is.
  package func pinch(_ phase: PinchPhase, scale: Double) {
    var message = Message(type: 7)
    message.append(phase.rawValue)
    message.append(UInt16(2))
    message.append(UInt32(0))  // no flags
    for number in [0.0, 0, 0, 0, scale, 0] { message.append(number.bitPattern) }
    message.send(to: gesturePad)
  }

  /// Scrolls with two fingers on the touchpad, which stand on the middle of the screen, in steps of a wheel; 0 when
  /// they let go.
  package func scrollTouchpad(_ steps: Double, horizontally: Double = 0) {
    var message = Message(type: 2)
    message.append(UInt64(0))  // relative, and padding
    message.appendAxes(horizontally == 0 ? [3: steps * 120] : [2: horizontally * 120, 3: steps * 120])
    message.send(to: touchpad)
  }

  /// Moves the pointer by a distance in pixels of the screen.
  package func movePointer(x: Double, y: Double = 0) {
    var message = Message(type: 2)
    message.append(UInt64(0))  // relative, and padding
    message.appendAxes([0: x, 1: y])
    message.send(to: touchpad)
  }

  /// - Returns: The display's name.
  private static func start(in folder: URL) throws -> String {
    try configuration(in: folder).write(
      to: folder.appending(path: "xorg.conf"), atomically: true, encoding: .utf8)
    let number = folder.appending(path: "number")
    try Data().write(to: number)
    let process = Process()
    process.executableURL = URL(filePath: server)
    process.arguments = [
      "-config", folder.appending(path: "xorg.conf").path, "-logfile", folder.appending(path: "log").path,
      "-displayfd", "1", "-terminate", "10", "-sharevts", "-novtswitch", "-keeptty", "-nolisten", "tcp",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: number)
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<500 {
      let text = try String(contentsOf: number, encoding: .utf8)
      if text.hasSuffix("\n"), let number = Int(text.dropLast()) { return ":\(number)" }
      guard process.isRunning else { break }
      usleep(10_000)
    }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    throw Failure.notStarted
  }

  private static func configuration(in folder: URL) -> String {
    func device(_ identifier: String, _ type: String, _ socket: String, _ rest: String = "") -> String {
      """
      Section "InputDevice"
        Identifier "\(identifier)"
        Driver "inputtest"
        Option "DeviceType" "\(type)"
        Option "SocketPath" "\(folder.appending(path: socket).path)"
        \(rest)
      EndSection
      """
    }
    return """
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "AutoAddGPU" "false"
        Option "DontVTSwitch" "true"
      EndSection
      Section "Device"
        Identifier "no card"
        Driver "dummy"
        VideoRam 16384
      EndSection
      Section "Monitor"
        Identifier "no monitor"
        HorizSync 5-1000
        VertRefresh 5-200
        Modeline "plain" 109 \(Int(width)) 1368 1496 1712 \(Int(height)) 1027 1034 1063
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "no card"
        Monitor "no monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "plain"
        EndSubSection
      EndSection
      \(device("test touch screen", "Touch", "touch", "Option \"TouchCount\" \"2\""))
      \(device(touchpadName, "Pointer", "touchpad"))
      \(device(gesturePadName, "PointerGesture", "gestures"))
      \(device("test keyboard", "Keyboard", "keyboard"))
      Section "ServerLayout"
        Identifier "layout"
        Screen "screen"
        InputDevice "test touch screen" "SendCoreEvents"
        InputDevice "\(touchpadName)" "CorePointer"
        InputDevice "\(gesturePadName)" "SendCoreEvents"
        InputDevice "test keyboard" "CoreKeyboard"
      EndSection
      """
  }

  private static func run(_ program: String, _ arguments: [String], display: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.notConnected }
  }

  /// Connects to a device and exchanges protocol versions.
  private static func connect(to path: String) throws -> Int32 {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard socket >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure.notConnected
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { throw Failure.notConnected }
    var version = Message(type: 0)
    version.append(UInt16(1))
    version.append(UInt16(1))
    version.send(to: socket)
    var answer = [UInt8](repeating: 0, count: 12)
    guard read(socket, &answer, answer.count) == answer.count else { throw Failure.notConnected }
    return socket
  }
}

/// A message of the `inputtest` protocol: its length and type, then what belongs to the type, laid out as C does.
private struct Message {
  private static let axisCount = 64
  private let type: UInt32
  private var bytes: [UInt8] = []

  init(type: UInt32) { self.type = type }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number) { bytes += $0 }
  }

  /// The values of a device's axes, without raw values.
  mutating func appendAxes(_ axes: [Int: Double]) {
    var mask: UInt64 = 0
    var values = [Double](repeating: 0, count: Self.axisCount)
    for (axis, value) in axes {
      mask |= 1 << UInt64(axis)
      values[axis] = value
    }
    append(UInt32(0))
    append(mask)
    append(UInt32(0))  // padding
    for value in values { append(value.bitPattern) }
    bytes += [UInt8](repeating: 0, count: 8 * Self.axisCount)
  }

  func send(to socket: Int32) {
    var whole = Message(type: type)
    whole.append(UInt32(8 + bytes.count))
    whole.append(type)
    whole.bytes += bytes
    let written = write(socket, whole.bytes, whole.bytes.count)
    precondition(written == whole.bytes.count, "The X server does not take events any more.")
  }
}
