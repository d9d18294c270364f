import Expectations
import Foundation
import GtkInterop
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

@Suite struct SettingsTests {
  private let folder: TemporaryFolder
  private static let dataFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "data").path

  init() throws { folder = try TemporaryFolder() }

  /// Settings of the schema in a folder, which is compiled.
  private func settings(schemasIn source: String = dataFolder) async throws -> Settings? {
    let run = try await ProgramRun.run(
      "/usr/bin/glib-compile-schemas", ["--strict", "--targetdir=\(folder.path)", source])
    expect(run.status == 0 && run.errors == "")
    return Settings(
      schema: ApplicationInfo.identifier, in: .file(folder.path + "/settings"), schemaFolder: folder.path)
  }

  private func expectDefault<Value>(_ key: SettingsKey<Value>, _ settings: Settings) {
    expect(settings[key], equals: key.defaultValue, "\(key.name)")
  }

  @Test func defaultsAreThoseOfTheSchema() async throws {
    for settings in [try await require(settings()), Settings()] {
      expectDefault(ViewerSetting.windowWidth, settings)
      expectDefault(ViewerSetting.windowHeight, settings)
      expectDefault(ViewerSetting.isMaximized, settings)
      expectDefault(ViewerSetting.sidebarVisible, settings)
      expectDefault(ViewerSetting.panePosition, settings)
      expectDefault(ViewerSetting.sidebarWidth, settings)
      expectDefault(ViewerSetting.textZoom, settings)
      expectDefault(ViewerSetting.density, settings)
      expectDefault(ViewerSetting.colorScheme, settings)
      expectDefault(ViewerSetting.lineLength, settings)
      expectDefault(ViewerSetting.order, settings)
      expectDefault(ViewerSetting.grouping, settings)
      expectDefault(ViewerSetting.sectionIndex, settings)
      expectDefault(ViewerSetting.marksReadOnOpen, settings)
      expectDefault(ViewerSetting.restoresSession, settings)
      expectDefault(ViewerSetting.singleKeyShortcuts, settings)
      expectDefault(ViewerSetting.cacheMode, settings)
      expectDefault(ViewerSetting.statistics, settings)
    }
  }

  /// A choice that is missing on either side would end the process when it is read or set.
  @Test func choicesAreThoseOfTheSchema() async throws {
    let settings = try await require(settings())
    let text = try String(
      contentsOfFile: Self.dataFolder + "/\(ApplicationInfo.identifier).gschema.xml", encoding: .utf8)
    func check<Value: CaseIterable & RawRepresentable<String>>(_ key: SettingsKey<Value>) throws {
      let start = try require(text.range(of: "<key name=\"\(key.name)\" type=\"s\">"))
      let end = try require(text.range(of: "</key>", range: start.upperBound..<text.endIndex))
      let choices = text[start.upperBound..<end.lowerBound].matches(of: /choice value="([^"]*)"/)
      expect(choices.map { String($0.output.1) }, equals: Value.allCases.map(\.rawValue), "\(key.name)")
      for value in Value.allCases {
        settings[key] = value
        expect(settings[key], equals: value)
      }
    }
    try check(ViewerSetting.density)
    try check(ViewerSetting.colorScheme)
    try check(ViewerSetting.lineLength)
    try check(ViewerSetting.order)
    try check(ViewerSetting.grouping)
    try check(ViewerSetting.cacheMode)
  }

  @Test func settingsAreStored() async throws {
    let settings = try await require(settings())
    settings[ViewerSetting.windowWidth] = 1_234
    settings[ViewerSetting.isMaximized] = true
    settings[ViewerSetting.textZoom] = 1.25
    settings[ViewerSetting.order] = .newest
    let next = try await require(self.settings())
    expect(next[ViewerSetting.windowWidth], equals: 1_234)
    expect(next[ViewerSetting.isMaximized])
    expect(next[ViewerSetting.textZoom], equals: 1.25)
    expect(next[ViewerSetting.order], equals: .newest)
    expect(next[ViewerSetting.windowHeight], equals: 720)
  }

  @Test func changesAreReportedOnce() async throws {
    for settings in [try await require(settings()), Settings()] {
      var count = 0
      settings.onChange(of: ViewerSetting.statistics) { count += 1 }
      settings[ViewerSetting.sectionIndex] = true
      expect(count, equals: 0)
      settings[ViewerSetting.statistics] = true
      settings[ViewerSetting.statistics] = true
      expect(count, equals: 1)
      expect(settings[ViewerSetting.statistics])
    }
  }

  @Test func withoutASchemaThereAreNoStoredSettings() {
    expect(
      Settings(schema: ApplicationInfo.identifier, in: .file(folder.path + "/a"), schemaFolder: folder.path)
        == nil)
    expect(Settings(schema: "io.github.feedviewer.None", in: .user(hasSessionBus: false)) == nil)
  }

  /// GSettings would end the process when a key is missing or has another type.
  @Test func keysOfAnotherVersionOfTheSchemaAreNotStored() async throws {
    try folder.write(
      """
      <schemalist><schema id="\(ApplicationInfo.identifier)" path="/io/github/feedviewer/FeedViewer/">
        <key name="window-width" type="s"><default>'wide'</default></key>
        <key name="window-height" type="i"><default>500</default></key>
      </schema></schemalist>
      """, to: "old/\(ApplicationInfo.identifier).gschema.xml")
    let settings = try await require(settings(schemasIn: folder.path + "/old"))
    expect(settings[ViewerSetting.windowHeight], equals: 500)
    expect(settings[ViewerSetting.windowWidth], equals: 1_100)
    settings[ViewerSetting.windowWidth] = 1_000
    settings[ViewerSetting.statistics] = true
    expect(settings[ViewerSetting.windowWidth], equals: 1_000)
    expect(settings[ViewerSetting.statistics])
  }
}
