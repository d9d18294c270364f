import CGtk
import FeedViewerBase

/// GLib's option parser. Words are in the form of `PathText`, whatever their bytes.
package nonisolated enum OptionContext {
  private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// An option that a command line may have.
  package struct Option {
    let name: String
    let letter: Character?
    let takesValue: Bool

    /// - Parameters:
    ///   - name: The long name, without dashes.
    ///   - letter: The ASCII letter of the short name, if there is one.
    ///   - takesValue: Whether the next word, or what follows "=", belongs to the option.
    package init(_ name: String, letter: Character?, takesValue: Bool) {
      self.name = name
      self.letter = letter
      self.takesValue = takesValue
    }
  }

  /// What a command line has.
  package struct Words {
    /// The values of each option that takes them, in their order.
    package var values: [String: [String]] = [:]
    /// The options without a value.
    package var flags: Set<String> = []
    /// All words that are neither options nor their values, and those after "--".
    package var files: [String] = []
    /// The words that begin like an option, and are none.
    package var unknown: [String] = []
  }

  /// Takes the arguments of a command apart. Options may follow files.
  ///
  /// - Parameter arguments: Without the name of the program or the command.
  /// - Returns: nil if the last argument is an option, and its value is missing.
  package static func words(_ arguments: [String], options: [Option]) -> Words? {
    // The last place is for the words that belong to no option.
    let count = options.count + 1
    let flags = UnsafeMutablePointer<gboolean>.allocate(capacity: count)
    flags.initialize(repeating: 0, count: count)
    let values = UnsafeMutablePointer<Strings?>.allocate(capacity: count)
    values.initialize(repeating: nil, count: count)
    // The program's name precedes the arguments. The parser frees the words that it takes.
    var rest = CStringArray.with([""] + arguments) { g_strdupv($0) }
    defer {
      g_strfreev(rest)
      for number in 0..<count { g_strfreev(values[number]) }
      values.deallocate()
      flags.deallocate()
    }
    var entries = options.enumerated().map { number, option in
      option.takesValue
        ? entry(option, G_OPTION_ARG_FILENAME_ARRAY, at: values + number)
        : entry(option, G_OPTION_ARG_NONE, at: flags + number)
    }
    entries.append(
      entry(
        Option("", letter: nil, takesValue: true), G_OPTION_ARG_FILENAME_ARRAY, at: values + options.count))
    entries.append(GOptionEntry())
    let context = g_option_context_new(nil)
    defer { g_option_context_free(context) }
    g_option_context_set_help_enabled(context, 0)
    g_option_context_set_ignore_unknown_options(context, 1)
    g_option_context_add_main_entries(context, entries, nil)
    guard g_option_context_parse_strv(context, &rest, nil) != 0 else { return nil }

    var words = Words()
    for (number, option) in options.enumerated() {
      if flags[number] != 0 { words.flags.insert(option.name) }
      if let strings = values[number] { words.values[option.name] = texts(of: strings) }
    }
    words.files = values[options.count].map(texts) ?? []
    words.unknown = Array(rest.map(texts)?.dropFirst() ?? [])
    return words
  }

  private static func entry(
    _ option: Option, _ kind: GOptionArg, at place: UnsafeMutableRawPointer
  ) -> GOptionEntry {
    // Names are few and always the same, so that they can stay in memory.
    GOptionEntry(
      long_name: g_intern_string(option.name), short_name: gchar(option.letter?.asciiValue ?? 0), flags: 0,
      arg: kind, arg_data: place, description: nil, arg_description: nil)
  }

  private static func texts(of strings: Strings) -> [String] {
    (0..<Int(g_strv_length(strings))).compactMap { strings[$0].map { PathText.text(of: $0) } }
  }
}
