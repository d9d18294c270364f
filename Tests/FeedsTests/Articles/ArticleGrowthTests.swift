import Expectations
import Testing

@testable import FeedViewerFeeds

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// Hostile articles: four times the text takes about four times the work, whatever it contains.
@Suite struct ArticleGrowthTests {
  struct Bomb: Sendable, CustomTestStringConvertible {
    var name: String
    /// HTML whose length is proportional to `scale`.
    var html: @Sendable (_ scale: Int) -> String
    var testDescription: String { name }
  }

  static let bombs: [Bomb] = [
    Bomb(name: "disclosures in each other") { repeated("<details>x", 2_000 * $0) },
    Bomb(name: "empty disclosures") { repeated("<details>", 4_000 * $0) },
    Bomb(name: "tables in each other") { repeated("<table><tr><td>x", 2_000 * $0) },
    Bomb(name: "cells of all later rows") {
      "<table><tr>" + repeated("<td rowspan=0>a", 500) + repeated("<tr><td>b", 4_000 * $0)
    },
    Bomb(name: "images in a cell") { "<table><tr><td>" + repeated("a<img src=x>b<img src=y>", 1_000 * $0) },
    Bomb(name: "anchors in a cell") { "<table><tr><td>" + repeated("<i id=a>x</i>", 2_000 * $0) },
    Bomb(name: "anchors without text") { repeated("<i id=a>", 4_000 * $0) + "<a href=#a>x</a>" },
    Bomb(name: "anchors of dropped blocks") { repeated("<p id=a><bdi></bdi>", 4_000 * $0) },
    Bomb(name: "links to the entry") { repeated("<a href='http://h/p#x'>a</a> ", 1_000 * $0) },
    Bomb(name: "lists that count down in each other") { repeated("<ol reversed><li>x", 2_000 * $0) },
    Bomb(name: "quotations in each other") { repeated("<q>x", 4_000 * $0) },
    Bomb(name: "annotations in each other") { repeated("<ruby>a<rt>b", 2_000 * $0) },
    Bomb(name: "parentheses of annotations in tables") { "<ruby>" + repeated("<rp><table>", 2_000 * $0) },
    Bomb(name: "links in tables in a noscript") {
      "<noscript>" + repeated("<a href=u><table><img src=a>", 1_000 * $0) + "</noscript>"
    },
    Bomb(name: "copies of a picture with a long address") {
      "<img src='/" + repeated("x", 20_000 * $0) + "'>"
        + repeated("<noscript><img src=a></noscript>", 1_000 * $0)
    },
    Bomb(name: "captions in noscript") {
      repeated("<noscript><img src=/a><figcaption>x</figcaption></noscript>", 1_000 * $0)
    },
    Bomb(name: "links that go on") {
      repeated("<p><a href=u>x</p>", 1_000 * $0) + repeated("<table><a href=u>x<tr><td>y", 1_000 * $0)
    },
    Bomb(name: "tabs that a cell keeps") {
      "<table><tr><td style='white-space:pre'>" + repeated("a\t\t", 1_000 * $0)
    },
    Bomb(name: "disabled groups of options") {
      "<select>" + repeated("<optgroup disabled><table><option>x", 1_000 * $0)
    },
    Bomb(name: "formulas with a long link") {
      "<math href='" + repeated("x", 20_000 * $0) + "'>" + repeated("<mi>x</mi><msup><mi>", 1_000 * $0)
    },
    Bomb(name: "long formulas") { "<math>" + repeated("<mi>x</mi><mo>+</mo>", 1_000 * $0) + "</math>" },
    Bomb(name: "deep formulas") { "<math>" + repeated("<msup>x", 2_000 * $0) + "</math>" },
    Bomb(name: "unclosed formulas") { repeated("<math><mi>x", 2_000 * $0) },
    Bomb(name: "videos without an end") { repeated("<video><source src=a>", 2_000 * $0) },
    Bomb(name: "sources without an end") { "<video>" + repeated("<source src=a>", 4_000 * $0) },
    Bomb(name: "end tags of elements far out") { repeated("<b>", 300) + repeated("</b>x<b>", 2_000 * $0) },
  ]

  @Test(arguments: bombs)
  func workAndOutputGrowLinearly(_ bomb: Bomb) {
    func work(_ scale: Int) -> (seconds: Double, output: Int) {
      let html = bomb.html(scale)
      var best = Double.infinity
      var output = 0
      for _ in 0..<2 {
        let start = threadSeconds()
        let article = ArticleReader.article(html: html, base: "http://h/p", link: "http://h/p")
        best = min(best, threadSeconds() - start)
        output = article.blocks.count + article.plainText.utf8.count
      }
      return (best, output)
    }
    let (small, large) = (work(1), work(8))
    // Quadratic work would be 64 times as much. Very short times are not compared.
    expect(large.seconds <= 22 * max(small.seconds, 0.001), "\(small.seconds) s, \(large.seconds) s")
    expect(large.output <= 10 * small.output + 1_000)
  }

  /// An article may have two million blocks.
  @Test func blocksAreSmall() {
    expect(MemoryLayout<ArticleBlock>.stride <= 56)
    expect(MemoryLayout<ArticleRun>.stride <= 40)
  }
}
