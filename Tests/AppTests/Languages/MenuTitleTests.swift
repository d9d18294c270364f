import Expectations
import GtkInterop
import Testing

struct MenuTitleTests {
  @Test(arguments: [
    ("_Open", "Open"), ("開く(_O)", "開く"), ("開く (_O)…", "開く…"), ("Save _As", "Save As"), ("A__B", "A_B"),
    ("Dark (_only)", "Dark (only)"), ("_", "_"), ("Nothing (1)", "Nothing (1)"), ("", ""),
  ])
  func mnemonicsAreLeftOut(_ title: String, _ expected: String) {
    expect(Menu.plainTitle(title), equals: expected)
  }
}
