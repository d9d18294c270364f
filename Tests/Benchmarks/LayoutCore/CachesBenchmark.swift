import LayoutCore
import RandomNumbers

/// The height caches with 100,000 rows, compared with the arrays and the dictionary of
/// UITableView-FDTemplateLayoutCell.
nonisolated struct CachesBenchmark {
  private static let rows = 100_000
  private var random = SplitMix64(seed: 1)
  private var report = Report("caches")
  private var conditions = HeightKey(
    template: "entry", width: 480, environment: LayoutEnvironment(scale: 2, generation: 3), revision: 0)

  static func report() -> Report {
    var benchmark = Self()
    return benchmark.run()
  }

  private mutating func run() -> Report {
    report.add("rows", Self.rows)
    askByIndexPath()
    askByKey()
    passOverAllRows()
    return report
  }

  private func filled(_ rows: Int) -> IndexPathHeightCache {
    var cache = IndexPathHeightCache()
    var key = conditions
    for row in 0..<rows {
      key.revision = UInt64(row)
      cache.store(40 + row % 200, at: RowIndexPath(section: 0, row: row), for: key)
    }
    return cache
  }

  private mutating func askByIndexPath() {
    let (cache, bytes) = Memory.bytesInUse { filled(Self.rows) }
    report.add("index_path_bytes_a_row", Double(bytes) / Double(Self.rows))
    let random = shuffledRows()
    for (name, rows) in [("in_order", Array(0..<Self.rows)), ("random", random)] {
      let time = Stopwatch.nanoseconds(per: rows.count) { consume(ask(cache, rows)) }
      report.add("index_path_hit_\(name)_ns", time, bar: 30)
    }
    let allocations = Memory.allocations { for _ in 0..<10 { consume(ask(cache, random)) } }
    if let allocations { report.add("index_path_allocations_in_1000000_hits", Double(allocations), bar: 0) }
  }

  private func ask(_ cache: IndexPathHeightCache, _ rows: [Int]) -> Int {
    var sum = 0
    var key = conditions
    for row in rows {
      key.revision = UInt64(row)
      sum &+= cache.height(at: RowIndexPath(section: 0, row: row), for: key) ?? -1
    }
    return sum
  }

  private mutating func askByKey() {
    let texts = (0..<Self.rows).map {
      "https://example.org/blog/archive/2024/05/\($0)/a-title-that-makes-a-long-address.html"
    }
    let keys = texts.map { FingerprintedKey($0) }
    var cache = KeyedHeightCache<FingerprintedKey>(capacity: Self.rows)
    var plain = KeyedHeightCache<String>(capacity: Self.rows)
    var seed: [String: Double] = [:]
    for row in 0..<Self.rows {
      var key = conditions
      key.revision = UInt64(row)
      cache.store(40 + row % 200, forKey: keys[row], for: key)
      plain.store(40 + row % 200, forKey: texts[row], for: key)
      seed[texts[row]] = 44
    }
    let random = shuffledRows()
    for (name, rows) in [("in_order", Array(0..<Self.rows)), ("random", random)] {
      let time = Stopwatch.nanoseconds(per: rows.count) { consume(ask(cache, keys, rows)) }
      report.add("key_hit_\(name)_ns", time, bar: 100)
    }
    report.add(
      "key_hit_plain_strings_random_ns",
      Stopwatch.nanoseconds(per: random.count) { consume(ask(plain, texts, random)) })
    report.add(
      "seed_dictionary_hit_random_ns",
      Stopwatch.nanoseconds(per: random.count) {
        var sum = 0.0
        // That library first asks whether there is a height, and then for the height.
        for row in random where seed[texts[row]] != nil { sum += seed[texts[row]] ?? -1 }
        consume(sum)
      })
    let allocations = Memory.allocations { for _ in 0..<10 { consume(ask(cache, keys, random)) } }
    if let allocations { report.add("key_allocations_in_1000000_hits", Double(allocations), bar: 0) }
    let filling = Memory.allocations { consume(filled(1000)) }
    if let filling { report.add("allocations_while_1000_rows_are_filled", filling) }
  }

  private func ask<Key>(_ cache: KeyedHeightCache<Key>, _ keys: [Key], _ rows: [Int]) -> Int {
    var sum = 0
    var key = conditions
    for row in rows {
      key.revision = UInt64(row)
      sum &+= cache.height(forKey: keys[row], for: key) ?? -1
    }
    return sum
  }

  /// Queries every row once. The time for a row is constant here; in that library, it grows with the number of rows.
  private mutating func passOverAllRows() {
    for rows in [1000, 3000, 10_000, 100_000] {
      let cache = filled(rows)
      let order = Array(0..<rows)
      let time = Stopwatch.nanoseconds(per: rows) { consume(ask(cache, order)) }
      report.add("full_pass_of_\(rows)_ns_a_row", time)
    }
    for rows in [1000, 3000, 10_000] {
      var seed = SeedHeightCache()
      for row in 0..<rows { seed.cache(44, 0, row) }
      let time = Stopwatch.nanoseconds(per: rows, repetitions: 2) {
        var sum = 0.0
        for row in 0..<rows { sum += seed.hit(0, row) }
        consume(sum)
      }
      report.add("seed_full_pass_of_\(rows)_ns_a_row", time)
    }
  }

  private mutating func shuffledRows() -> [Int] { Array(0..<Self.rows).shuffled(using: &random) }
}
