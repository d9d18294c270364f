import Foundation
import ProgramRuns
import RandomNumbers
import Testing

@testable import FeedViewer

struct HeightTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func heights(_ count: Int, seed: UInt64) -> [UInt64: Int] {
    var random = SplitMix64(seed: seed)
    var heights: [UInt64: Int] = [:]
    while heights.count < count { heights[random.next()] = Int.random(in: 1...5_000, using: &random) }
    return heights
  }

  @Test(arguments: [0, 1, 7, 8, 500, 5_000])
  func heightsAreFoundByRevision(count: Int) {
    let heights = Self.heights(count, seed: 7)
    let table = HeightTable(heights.map { ($0.key, $0.value) })
    #expect(table.count == count)
    for (revision, height) in heights { #expect(table.height(of: revision) == height) }
    for revision in Self.heights(1_000, seed: 8).keys where heights[revision] == nil {
      #expect(table.height(of: revision) == nil)
    }
  }

  @Test func rowsOfEqualContentShareAHeight() {
    let table = HeightTable([(5, 40), (5, 41), (6, 0), (7, -3)])
    #expect(table.count == 1 && table.height(of: 5) == 41)
    #expect(table.height(of: 6) == nil && table.height(of: 7) == nil)
  }

  @Test func filesAreReadAsTheyWereWritten() throws {
    let path = folder.path + "/table"
    let table = HeightTable(Self.heights(300, seed: 1).map { ($0.key, $0.value) })
    #expect(table.file.write(to: path, conditions: 12))
    #expect(HeightTable(contentsOf: path, conditions: 12) == table)
    #expect(HeightTable(contentsOf: path, conditions: 13) == nil)
    #expect(HeightTable(contentsOf: folder.path + "/none", conditions: 12) == nil)
    #expect(HeightTable(contentsOf: folder.path, conditions: 12) == nil)
    #expect(!table.file.write(to: folder.path + "/no/table", conditions: 12))
  }

  @Test func damagedFilesAreNotRead() throws {
    let path = folder.path + "/table"
    let table = HeightTable(Self.heights(40, seed: 2).map { ($0.key, $0.value) })
    #expect(table.file.write(to: path, conditions: 1))
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SplitMix64(seed: 3)
    for place in good.indices {
      var bad = good
      bad[place] ^= UInt8.random(in: 1...255, using: &random)
      try bad.write(to: URL(fileURLWithPath: path))
      #expect(HeightTable(contentsOf: path, conditions: 1) == nil, "byte \(place)")
    }
    for length in 0..<good.count {
      try good.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(HeightTable(contentsOf: path, conditions: 1) == nil, "\(length) bytes")
    }
  }

  /// A table without a free slot would be searched without an end.
  @Test func fullTablesAreNotRead() throws {
    let path = folder.path + "/table"
    let table = HeightTable([])
    #expect(table.file.write(to: path, conditions: 1))
    var words = try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes {
      Array($0.bindMemory(to: UInt64.self))
    }
    for index in 4..<words.count { words[index] = UInt64(index) << 32 | 1 }
    words[2] = UInt64(words.count - 4)
    words[3] = words[4...].reduce(UInt64(words.count - 4)) {
      ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 >> 29)
    }
    try words.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
    #expect(HeightTable(contentsOf: path, conditions: 1) == nil)
    // The same with one free slot is read.
    words[19] = 0
    words[2] -= 1
    words[3] = words[4...].reduce(UInt64(words.count - 4)) {
      ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 >> 29)
    }
    try words.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
    #expect(HeightTable(contentsOf: path, conditions: 1)?.count == 15)
  }

  @Test func oldFilesMakeRoomForNewOnes() throws {
    let heights = HeightFolder(path: folder.path + "/heights", sizeLimit: 3_000)
    let table = HeightTable(Self.heights(40, seed: 5).map { ($0.key, $0.value) })
    for number in 1...3 {
      heights.store(table.file, named: UInt64(number), conditions: 1)
      let file = folder.path + "/heights/\(number).heights"
      let date = Date(timeIntervalSince1970: 1_000_000 + Double(number))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    heights.store(table.file, named: 4, conditions: 1)
    // Each file has 128 slots of 8 bytes, and a header of 32.
    let known = (1...4).map { heights.table(named: $0, conditions: 1) != nil }
    #expect(known == [false, false, true, true])
  }
}
