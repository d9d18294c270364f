import Foundation
import RandomNumbers

/// Reads at random: presses keys, moves the pointer, activates actions over D-Bus and changes the files on the disk, without
/// waiting for anything that a person would wait for. Then the program must run, be idle, and have written nothing.
final class RandomReader {
  struct Fault: Error { let text: String }

  /// The longest that a person would wait at the end, in seconds.
  private static let patience = 60.0
  /// In megabytes.
  private static let memoryLimit = 1_200.0
  private static let decoderLimit = 8
  /// Dialogs of GTK, in which GTK 4.8 itself writes warnings when one types at random.
  private static let foreignDialogs = ["Open Feeds", "Save as PDF", "Save as HTML", "Print", "Page Setup"]
  /// An open dialog or menu is left after so many actions.
  private static let dialogPatience = 8
  private static let headerHeight = 60
  private static let closeButtonWidth = 80
  /// Wider than the border by which a window is resized. Without a window manager GTK resizes it itself, may move it off the
  /// screen, where menus have no monitor, and ends the press of the button twice.
  private static let borderWidth = 8
  private static let widths = [320, 360, 500, 700, 899, 900, 1_000, 1_249, 1_250, 1_400, 1_600]
  private static let heights = [240, 500, 700, 900]

  private static let keys = weighted([
    8: ["n", "j", "space"], 4: ["p", "k", "Down", "Up", "Return", "Escape"],
    3: ["Page_Down", "Page_Up", "Home", "End", "shift+space", "Tab"],
    1: [
      "m", "s", "o", "shift+a", "ctrl+z", "ctrl+shift+z", "Delete", "ctrl+a", "shift+Tab", "ctrl+plus",
      "ctrl+minus", "ctrl+0", "F5", "F6", "shift+F6", "F8", "F9", "F10", "F11", "shift+F10", "Menu", "Left",
      "Right", "alt+0", "alt+1", "alt+2", "alt+3", "alt+Left", "ctrl+g", "ctrl+shift+g",
      "ctrl+c", "ctrl+Return", "shift+Down", "shift+End", "ctrl+Down", "ctrl+space", "alt+shift+Down",
      "alt+shift+Up", "BackSpace", "slash", "ctrl+f", "question", "ctrl+comma", "F1", "ctrl+F4", "ctrl+End",
      "ctrl+Home", "shift+Page_Down", "ctrl+v",
    ],
  ])
  private static let words = [
    "the", "words", "title:entry", "is:unread", "is:starred", "\"of the\"", "-short", "before:2024-01-15",
    "zzz",
    "after:2024", "Entry 1", "\u{E9}", "(", "e",
  ]
  /// Values of actions: those that there are, and some that there are not.
  private static let values = [
    "file", "newest", "oldest", "title", "feed", "unread", "all", "starred", "time", "titles", "compact",
    "comfortable", "none", "index-path", "key", "0", "1", "2", "9", "", "zzz", "-1", "9223372036854775808",
    "\u{202E}\u{9B}\n", "../x", "https://a.example/", "mailto:a@b.example", "javascript:x",
    "file:///etc/passwd",
  ]
  /// These end the program, or open a dialog of GTK.
  private static let excludedActions = [
    "quit", "close", "open", "print", "print-preview", "save-pdf", "save-html", "debug-log",
  ]

  private let program: ReadingProgram
  private let files: ReadFiles
  private var choices: SplitMix64
  private var actions: [SessionBus.Action] = []
  private var dialogAge = 0
  private var startCount = 0
  /// What was done last.
  private(set) var played: [String] = []
  private(set) var report = ""

  init(_ path: String, in folder: String, seed: UInt64) throws {
    choices = SplitMix64(seed: seed)
    try FileManager.default.createDirectory(
      atPath: folder + "/feeds", withIntermediateDirectories: true)
    files = try ReadFiles(in: folder + "/feeds", &choices)
    program = try ReadingProgram(path, in: folder, size: "1000x700")
  }

  func end() { program.end() }

  func read(actions count: Int) throws {
    do {
      try begin()
      for number in 0..<count {
        try act()
        try check()
        if number % 1_000 == 999 {
          print("\(number + 1) actions, \(Int(program.memory)) MB, \(Int(program.processorTime)) s")
          fflush(nil)
        }
      }
      try rest()
    } catch {
      // The answer is missing because the program has ended.
      usleep(200_000)
      let lines = program.errors.prefix(12).joined(separator: "\n")
      if !program.isRunning { throw Fault(text: "ended with \(program.status)\n\(lines)") }
      if let fault = error as? SessionBus.Failure { throw Fault(text: "\(fault.text)\n\(lines)") }
      throw error
    }
  }

  private func begin() throws {
    startCount += 1
    try program.start(startCount == 1 || choices.chance(0.5) ? files.paths : [])
    let all =
      try program.bus.actions(at: SessionBus.windowPath)
      + program.bus.actions(at: SessionBus.applicationPath)
    actions = all.filter { !Self.excludedActions.contains($0.name) }
  }

  private func note(_ text: String) {
    played.append(text)
    if played.count > 60 { played.removeFirst(20) }
  }

  // MARK: Actions

  private func act() throws {
    switch Int.random(in: 0..<100, using: &choices) {
    case 0..<42: press(Self.keys[Int.random(in: 0..<Self.keys.count, using: &choices)])
    case 42..<54: pressQuickly()
    case 54..<70: point()
    case 70..<84: try activate()
    case 84..<92: note(try files.change(&choices))
    case 92..<95: resize()
    case 95..<99: search()
    default:
      let chosen = files.paths.filter { _ in choices.chance(0.4) }
      note("open \(chosen.count) files")
      try program.bus.open(chosen.map { "file://" + $0 })
    }
    // Half of them follow each other as closely as they can.
    if choices.chance(0.5) { try program.bus.waitForAnswer() }
  }

  private func press(_ key: String) {
    focusTopmost()
    note(key)
    program.screen.press(key)
  }

  /// The next article, and the next, before the first one is there.
  private func pressQuickly() {
    let key = ["n", "p", "j", "k", "space", "Down", "m", "ctrl+z"][Int.random(in: 0..<8, using: &choices)]
    let count = Int.random(in: 2...7, using: &choices)
    focusTopmost()
    note("\(count) × \(key)")
    for _ in 0..<count { program.screen.press(key) }
  }

  private func point() {
    guard let window = program.screen.topLevels().first else { return }
    let (x, y) = place(in: window)
    let isHeader = y - window.y < Self.headerHeight
    program.screen.movePointer(x: x, y: y)
    switch Int.random(in: 0..<12, using: &choices) {
    case 0..<4:
      note("click \(x) \(y)")
      program.screen.click(1, times: choices.chance(0.2) ? 2 : 1)
    // The header's menu closes the window.
    case 4 where !isHeader:
      note("menu \(x) \(y)")
      program.screen.click(3)
    case 5..<9:
      let button = choices.chance(0.85) ? (choices.chance(0.6) ? 5 : 4) : (choices.chance(0.5) ? 6 : 7)
      let count = Int.random(in: 1...12, using: &choices)
      note("wheel \(button) × \(count) at \(x) \(y)")
      program.screen.click(button, times: count)
    case 9, 10:
      let end = place(in: window)
      note("drag \(x) \(y) to \(end)")
      guard !isHeader else { return }
      program.screen.setButton(1, isDown: true)
      for step in 1...6 {
        program.screen.movePointer(x: x + (end.x - x) * step / 6, y: y + (end.y - y) * step / 6)
      }
      program.screen.setButton(1, isDown: false)
    default:
      let button = [2, 8, 9][Int.random(in: 0..<3, using: &choices)]
      note("button \(button) at \(x) \(y)")
      program.screen.click(button)
    }
  }

  /// Mostly below the header, and never on the button that closes the window, nor on the window's border.
  private func place(in window: XScreen.TopLevel) -> (x: Int, y: Int) {
    let y = Int.random(
      in: (choices.chance(0.12) ? Self.borderWidth : Self.headerHeight)..<max(
        Self.headerHeight + 1, window.height - Self.borderWidth),
      using: &choices)
    let right = window.width - (y < Self.headerHeight ? Self.closeButtonWidth : Self.borderWidth)
    let left = Self.borderWidth
    return (window.x + Int.random(in: left..<max(left + 1, right), using: &choices), window.y + y)
  }

  private func activate() throws {
    let action = actions[Int.random(in: 0..<actions.count, using: &choices)]
    guard action.parameterType.isEmpty || action.parameterType == "s" else { return }
    let values = Self.values + files.paths
    let value = action.parameterType == "s" ? values[Int.random(in: 0..<values.count, using: &choices)] : nil
    note("\(action.name)(\(value.map { $0.debugDescription } ?? ""))")
    try program.bus.activate(action, value)
  }

  private func resize() {
    guard let window = program.screen.topLevels().last else { return }
    let width = Self.widths[Int.random(in: 0..<Self.widths.count, using: &choices)]
    let height = Self.heights[Int.random(in: 0..<Self.heights.count, using: &choices)]
    note("size \(width) × \(height)")
    program.screen.resize(window.window, width: width, height: height)
  }

  private func search() {
    let word = Self.words[Int.random(in: 0..<Self.words.count, using: &choices)]
    press(choices.chance(0.5) ? "slash" : "ctrl+f")
    note("type \(word)")
    program.screen.type(word)
    if choices.chance(0.7) { press(["Escape", "Return", "Down"][Int.random(in: 0..<3, using: &choices)]) }
  }

  private func focusTopmost() {
    if let window = program.screen.topLevels().first { program.screen.focus(window.window) }
  }

  // MARK: Checks

  private func check() throws {
    if !program.isRunning {
      // Only what a person does to close it ends it well.
      guard program.status == 0 else { throw Fault(text: "") }
      note("closed")
      try begin()
    }
    let windows = program.screen.topLevels()
    dialogAge = windows.count > 1 ? dialogAge + 1 : 0
    let isForeign = windows.contains { Self.foreignDialogs.contains($0.name) }
    if isForeign || dialogAge > Self.dialogPatience { try leaveDialogs() }
    if let line = program.errors.first { throw Fault(text: "wrote: \(line)") }
  }

  private func leaveDialogs() throws {
    for _ in 0..<40 {
      let windows = program.screen.topLevels()
      guard windows.count > 1 else {
        dialogAge = 0
        return
      }
      press("Escape")
      try program.bus.waitForAnswer()
      usleep(30_000)
    }
    throw Fault(text: "keeps a dialog: \(program.screen.topLevels().map(\.name))")
  }

  /// Leaves menus, searches and dialogs, and waits until nothing is left to do.
  private func rest() throws {
    try leaveDialogs()
    for _ in 0..<3 { press("Escape") }
    try program.bus.waitForAnswer()
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    var time = program.processorTime
    while true {
      sleep(2)
      let next = program.processorTime
      // A cursor blinks.
      if next - time < 0.1 { break }
      time = next
      guard Date() < deadline else { throw Fault(text: "is not idle after \(Int(Self.patience)) s") }
    }
    try check()
    let (memory, decoders) = (program.memory, program.childCount)
    guard memory < Self.memoryLimit else { throw Fault(text: "takes \(Int(memory)) MB") }
    guard decoders <= Self.decoderLimit else { throw Fault(text: "keeps \(decoders) processes") }
    report =
      "\(Int(memory)) MB, \(Int(time)) s of processor time, started \(startCount) times"
  }

  private static func weighted(_ keys: [Int: [String]]) -> [String] {
    keys.sorted { $0.key > $1.key }.flatMap { weight, keys in (0..<weight).flatMap { _ in keys } }
  }
}
