/// The dependencies between the folders of a module, found from the types that their sources mention.
///
/// A reference is an identifier that equals the name of a type declared at file scope in another folder. Identifiers after a
/// dot are ignored, because they name members, and so are names that the file itself declares privately or inside another
/// type. Members of extensions and global functions are not followed.
nonisolated struct FolderGraph {
  struct File {
    /// Relative to the module's folder.
    var path: String
    var text: String

    var folder: String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? FolderGraph.top
    }
  }

  /// A place where one folder refers to another.
  struct Reference: CustomStringConvertible {
    var type: String
    var file: String
    var line: Int

    var description: String { "\(type) at \(file):\(line)" }
  }

  /// The folder of the module itself.
  static let top = "."

  let folders: [String]
  /// The first reference from a folder to each other folder.
  private(set) var references: [String: [String: Reference]] = [:]

  init(_ files: [File]) {
    let sources = files.map { (file: $0, tokens: SwiftTokens($0.text).tokens) }
    folders = Set(files.map(\.folder)).sorted()
    var home: [String: String] = [:]
    for source in sources {
      for declaration in Self.declarations(in: source.tokens) where declaration.isVisible {
        home[declaration.name] = source.file.folder
      }
    }
    for source in sources {
      let folder = source.file.folder
      let hidden = Set(Self.declarations(in: source.tokens).filter { !$0.isVisible }.map(\.name))
      for (index, token) in source.tokens.enumerated() {
        guard let other = home[token.text], other != folder, !hidden.contains(token.text),
          index == 0 || source.tokens[index - 1].text != "."
        else { continue }
        let found = Reference(type: token.text, file: source.file.path, line: token.line)
        if references[folder]?[other] == nil { references[folder, default: [:]][other] = found }
      }
    }
  }

  private static let keywords: Set = ["actor", "class", "enum", "protocol", "struct", "typealias"]
  private static let modifiers: Set = ["final", "indirect", "nonisolated", "package", "public", "internal"]

  /// The types that a file declares. Visible to other folders are those at file scope that are not private.
  private static func declarations(
    in tokens: [SwiftTokens.Token]
  ) -> [(name: String, isVisible: Bool)] {
    tokens.indices.dropLast().compactMap { index in
      guard keywords.contains(tokens[index].text), index == 0 || tokens[index - 1].text != "." else {
        return nil
      }
      let name = tokens[index + 1].text
      // `class func` and `class var` declare members.
      guard name.first?.isUppercase == true else { return nil }
      var first = index
      while first > 0, modifiers.contains(tokens[first - 1].text) { first -= 1 }
      let isPrivate = first > 0 && ["private", "fileprivate"].contains(tokens[first - 1].text)
      return (name, tokens[index].depth == 0 && !isPrivate)
    }
  }

  /// A shortest cycle for each folder that is in one, unless a cycle found before contains it. A cycle starts and ends with the
  /// same folder.
  var cycles: [[String]] {
    var found: [[String]] = []
    for folder in folders where !found.contains(where: { $0.contains(folder) }) {
      if let cycle = shortestCycle(from: folder) { found.append(cycle) }
    }
    return found
  }

  private func shortestCycle(from start: String) -> [String]? {
    var paths = [[start]]
    var visited: Set<String> = []
    while !paths.isEmpty {
      var longer: [[String]] = []
      for path in paths {
        for next in references[path[path.count - 1], default: [:]].keys.sorted() {
          if next == start { return path + [next] }
          if visited.insert(next).inserted { longer.append(path + [next]) }
        }
      }
      paths = longer
    }
    return nil
  }

  /// A cycle, with one reference for each of its edges.
  func description(of cycle: [String]) -> String {
    let steps = zip(cycle, cycle.dropFirst()).map { from, to in
      "  \(from) -> \(to): \(references[from]?[to].map(\.description) ?? "no reference")"
    }
    return ([cycle.joined(separator: " -> ")] + steps).joined(separator: "\n")
  }
}
