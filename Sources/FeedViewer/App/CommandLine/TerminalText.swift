import CGtk

/// Text for a terminal, whose characters are one or two columns wide.
nonisolated enum TerminalText {
  /// Breaks a line at spaces, or beside ideographs. The further lines begin below the text of the first one: after its
  /// indentation, or after the column of options that two spaces end.
  static func wrapped(_ line: String, width: Int) -> String {
    let indentation = indentation(of: line)
    guard columns(of: line) > width, indentation < width / 2 else { return line }
    var lines: [String] = []
    var current = ""
    for piece in pieces(of: line) {
      if !current.isEmpty, columns(of: current + piece.trimmingSpaceAtEnd()) > width {
        lines.append(current.trimmingSpaceAtEnd())
        current = String(repeating: " ", count: indentation)
      }
      current += piece
    }
    lines.append(current.trimmingSpaceAtEnd())
    return lines.joined(separator: "\n")
  }

  private static func indentation(of line: String) -> Int {
    columns(of: String(line[..<textStart(of: line)]))
  }

  /// Where the text begins after indentation, or after an indented option that two spaces end.
  private static func textStart(of line: String) -> String.Index {
    let start = line.firstIndex { $0 != " " } ?? line.startIndex
    guard start > line.startIndex, let gap = line[start...].start(of: "  ") else { return start }
    return line[gap...].firstIndex { $0 != " " } ?? start
  }

  /// The parts of a line after which it may be broken. The first one has the indentation and the option.
  private static func pieces(of line: String) -> [String] {
    var found: [String] = []
    var piece = ""
    let start = textStart(of: line)
    for index in line.indices {
      let character = line[index]
      let isIdeograph = isWide(character) && !"、。，．：；！？）」』】".contains(character)
      let previous = index > start ? line[line.index(before: index)] : " "
      let mayBreak = character != " " && (previous == " " || isIdeograph && !"（「『【“".contains(previous))
      if index > start, mayBreak, piece.contains(where: { $0 != " " }) {
        found.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return found + [piece]
  }

  private static func isWide(_ character: Character) -> Bool { columns(of: String(character)) == 2 }

  /// The columns that a text takes.
  static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      g_unichar_iszerowidth(scalar.value) != 0 ? sum : sum + (g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }
}

extension String {
  fileprivate nonisolated func trimmingSpaceAtEnd() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension Substring {
  /// Where another text first begins in this one.
  fileprivate nonisolated func start(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
