import Glibc

/// The screen, keyboard and pointer of an X server, as a person has them.
///
/// Xlib is there wherever GTK is, and its test extension wherever xdotool is, but not what their headers need.
final class XScreen {
  typealias Window = CUnsignedLong

  /// A window that a window manager would manage: no menu and no tooltip.
  struct TopLevel {
    let window: Window
    let name: String
    let x, y, width, height: Int
  }

  struct NotAvailable: Error {}

  /// Xlib's `XWindowAttributes`.
  private struct Attributes {
    var x: CInt = 0
    var y: CInt = 0
    var width: CInt = 0
    var height: CInt = 0
    var borderWidth: CInt = 0
    var depth: CInt = 0
    var visual: OpaquePointer?
    var root: Window = 0
    var windowClass: CInt = 0
    var bitGravity: CInt = 0
    var windowGravity: CInt = 0
    var backingStore: CInt = 0
    var backingPlanes: CUnsignedLong = 0
    var backingPixel: CUnsignedLong = 0
    var savesUnder: CInt = 0
    var colormap: CUnsignedLong = 0
    var isMapInstalled: CInt = 0
    var mapState: CInt = 0
    var allEvents: CLong = 0
    var ownEvents: CLong = 0
    var stoppedEvents: CLong = 0
    var overridesRedirect: CInt = 0
    var screen: OpaquePointer?
  }

  private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias RootWindow = @convention(c) (OpaquePointer) -> Window
  private typealias Synchronize = @convention(c) (OpaquePointer, CInt) -> CInt
  private typealias QueryTree =
    @convention(c) (
      OpaquePointer, Window, UnsafeMutablePointer<Window>, UnsafeMutablePointer<Window>,
      UnsafeMutablePointer<UnsafeMutablePointer<Window>?>, UnsafeMutablePointer<CUnsignedInt>
    ) -> CInt
  private typealias GetAttributes =
    @convention(c) (OpaquePointer, Window, UnsafeMutableRawPointer) -> CInt
  private typealias FetchName =
    @convention(c) (OpaquePointer, Window, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> CInt
  private typealias SetFocus = @convention(c) (OpaquePointer, Window, CInt, CUnsignedLong) -> CInt
  private typealias MoveResize =
    @convention(c) (OpaquePointer, Window, CInt, CInt, CUnsignedInt, CUnsignedInt) -> CInt
  private typealias KeysymOfName = @convention(c) (UnsafePointer<CChar>) -> CUnsignedLong
  private typealias CodeOfKeysym = @convention(c) (OpaquePointer, CUnsignedLong) -> UInt8
  private typealias KeysymOfCode = @convention(c) (OpaquePointer, UInt8, CInt, CInt) -> CUnsignedLong
  private typealias FakeKey = @convention(c) (OpaquePointer, CUnsignedInt, CInt, CUnsignedLong) -> CInt
  private typealias FakeMotion = @convention(c) (OpaquePointer, CInt, CInt, CInt, CUnsignedLong) -> CInt
  private typealias ErrorHandler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt
  private typealias SetErrorHandler = @convention(c) (ErrorHandler) -> OpaquePointer?

  private static let viewable: CInt = 2
  private static let revertToPointerRoot: CInt = 1
  private static let modifiers = ["ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"]

  private let display: OpaquePointer
  private let root: Window
  private let synchronize: Synchronize
  private let queryTree: QueryTree
  private let getAttributes: GetAttributes
  private let fetchName: FetchName
  private let free: Free
  private let setFocus: SetFocus
  private let moveResize: MoveResize
  private let keysymOfName: KeysymOfName
  private let codeOfKeysym: CodeOfKeysym
  private let keysymOfCode: KeysymOfCode
  private let fakeKey: FakeKey
  private let fakeButton: FakeKey
  private let fakeMotion: FakeMotion

  /// - Parameter name: The display's, such as ":1".
  init(_ name: String) throws {
    guard let xlib = dlopen("libX11.so.6", RTLD_NOW), let tests = dlopen("libXtst.so.6", RTLD_NOW) else {
      throw NotAvailable()
    }
    func function<Function>(_ name: String, in library: UnsafeMutableRawPointer) throws -> Function {
      guard let found = dlsym(library, name) else { throw NotAvailable() }
      return unsafeBitCast(found, to: Function.self)
    }
    let open: OpenDisplay = try function("XOpenDisplay", in: xlib)
    let rootWindow: RootWindow = try function("XDefaultRootWindow", in: xlib)
    let setErrorHandler: SetErrorHandler = try function("XSetErrorHandler", in: xlib)
    synchronize = try function("XSync", in: xlib)
    queryTree = try function("XQueryTree", in: xlib)
    getAttributes = try function("XGetWindowAttributes", in: xlib)
    fetchName = try function("XFetchName", in: xlib)
    free = try function("XFree", in: xlib)
    setFocus = try function("XSetInputFocus", in: xlib)
    moveResize = try function("XMoveResizeWindow", in: xlib)
    keysymOfName = try function("XStringToKeysym", in: xlib)
    codeOfKeysym = try function("XKeysymToKeycode", in: xlib)
    keysymOfCode = try function("XkbKeycodeToKeysym", in: xlib)
    fakeKey = try function("XTestFakeKeyEvent", in: tests)
    fakeButton = try function("XTestFakeButtonEvent", in: tests)
    fakeMotion = try function("XTestFakeMotionEvent", in: tests)
    guard let display = open(name) else { throw NotAvailable() }
    self.display = display
    root = rootWindow(display)
    // A window may close while it is asked or given the focus.
    _ = setErrorHandler { _, _ in 0 }
  }

  // MARK: Windows

  /// The windows that are on the screen, the topmost first.
  func topLevels() -> [TopLevel] {
    var (ownRoot, parent) = (Window(0), Window(0))
    var children: UnsafeMutablePointer<Window>?
    var count: CUnsignedInt = 0
    guard queryTree(display, root, &ownRoot, &parent, &children, &count) != 0 else { return [] }
    defer { _ = free(children) }
    return UnsafeBufferPointer(start: children, count: Int(count)).reversed().compactMap(topLevel)
  }

  private func topLevel(_ window: Window) -> TopLevel? {
    var found = Attributes()
    guard getAttributes(display, window, &found) != 0, found.mapState == Self.viewable,
      found.overridesRedirect == 0
    else { return nil }
    var name: UnsafeMutablePointer<CChar>?
    let hasName = fetchName(display, window, &name) != 0
    defer { _ = free(name) }
    return TopLevel(
      window: window, name: hasName ? name.map { String(cString: $0) } ?? "" : "", x: Int(found.x),
      y: Int(found.y), width: Int(found.width), height: Int(found.height))
  }

  /// Gives a window the keyboard focus, as a window manager does.
  func focus(_ window: Window) {
    _ = setFocus(display, window, Self.revertToPointerRoot, 0)
    send()
  }

  /// Moves a window to the top left corner, and resizes it.
  func resize(_ window: Window, width: Int, height: Int) {
    _ = moveResize(display, window, 0, 0, CUnsignedInt(width), CUnsignedInt(height))
    send()
  }

  // MARK: Keys

  /// Presses a key, such as "ctrl+Page_Down", with Shift if the keyboard needs it. A key that it lacks is left out.
  func press(_ chord: String) {
    let parts = chord.split(separator: "+").map(String.init)
    press(keysym: keysymOfName(parts[parts.count - 1]), parts.dropLast().compactMap { Self.modifiers[$0] })
  }

  /// Types text in Latin 1, whose keysyms are its characters.
  func type(_ text: String) {
    for scalar in text.unicodeScalars { press(keysym: CUnsignedLong(scalar.value), []) }
  }

  private func press(keysym: CUnsignedLong, _ modifiers: [String]) {
    let code = codeOfKeysym(display, keysym)
    guard code != 0 else { return }
    var codes = modifiers.map { codeOfKeysym(display, keysymOfName($0)) }
    let needsShift =
      keysymOfCode(display, code, 0, 0) != keysym && keysymOfCode(display, code, 0, 1) == keysym
    if needsShift, !modifiers.contains("Shift_L") {
      codes.append(codeOfKeysym(display, keysymOfName("Shift_L")))
    }
    for each in codes + [code] { _ = fakeKey(display, CUnsignedInt(each), 1, 0) }
    for each in ([code] + codes.reversed()) { _ = fakeKey(display, CUnsignedInt(each), 0, 0) }
    send()
  }

  // MARK: Pointer

  func movePointer(x: Int, y: Int) {
    _ = fakeMotion(display, -1, CInt(x), CInt(y), 0)
    send()
  }

  func click(_ button: Int, times: Int = 1) {
    for _ in 0..<times {
      setButton(button, isDown: true)
      setButton(button, isDown: false)
    }
  }

  func setButton(_ button: Int, isDown: Bool) {
    _ = fakeButton(display, CUnsignedInt(button), isDown ? 1 : 0, 0)
    send()
  }

  /// Waits until the server has what was asked of it.
  private func send() { _ = synchronize(display, 0) }
}
