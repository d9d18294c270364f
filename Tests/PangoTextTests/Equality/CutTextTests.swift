import Expectations
import LayoutCore
import TestRuns
import Testing

@testable import PangoText

/// Lines that end with an ellipsis, of texts of which only the words were measured: the ellipsis may be in another font than the
/// words, and stand before or after a word that makes the line higher.
@Suite(.serialized) struct CutTextTests {
  private static let texts = [
    "一张安静街道的地图。四盏灯里还有两盏亮着，我们把房间量了两遍，得到两个不同的答案。",
    "次の列車がいつ出るのか、駅のだれも知らなかった。だれも舟を動かさないうちに潮が満ちてきた。",
    "역에서 다음 기차가 언제 떠나는지 아는 사람이 없었다. 등 네 개 가운데 두 개는 아직 켜진다.",
    "चार में से दो बत्तियाँ अब भी जलती हैं। बेकरी पाँच बजे खुलती है © 2025 — café …",
    "เราวัดห้องสองครั้งและได้คำตอบสองแบบ หลังพายุ ทางเดินเต็มไปด้วยใบไม้เปียก",
    "בוקר שקט, אחר הצהריים רועש 面包店五点开门 ואז כלום בכלל. מדדנו את החדר פעמיים",
    "ارتفع المد قبل أن ينقل أحد القوارب. 🇯🇵 بعد العاصفة غطّت الأوراق المبللة الطريق.",
    "Две лампы из четырёх всё ещё горят. 面包店 👩‍🔬 После грозы тропинку засыпало мокрыми листьями.",
    "A quiet morning, 面 a loud afternoon, and then 夜 nothing at all that anyone would tell.",
    "a\u{200B}b \u{200B}\u{200B} c\u{AD}d 漢\u{AD}字 e\u{301}\u{302} 文字 \u{2060}end of 漢字 it",
    "word", "漢", "漢字 ", " 漢 字 ", "W 漢", "漢 W", "\u{202B}abc 漢字 אבג\u{202C} def",
  ]

  @Test(arguments: ["Sans 11", "Noto Serif 12", "DejaVu Sans 9"])
  func wordsTellTheHeightsOfCutTexts(font: String) {
    let system = TextSystem(font: font)
    var (known, unknown) = (0, 0)
    for string in Self.texts {
      guard let words = system.element(string, style: TextStyle(scale: 0.92)).prepared else {
        unknown += 100
        continue
      }
      let text = system.element(string, style: TextStyle(scale: 0.92))
      for pixels in stride(from: 4, to: 620, by: TestRun.isFull ? 1 : 5) {
        for limit in 1...3 {
          let constraint = LineConstraint(width: pixels * 1024 + pixels % 7 * 100, maximumLineCount: limit)
          guard let found = LineBreaker.extents(of: words, in: constraint) else {
            unknown += 1
            continue
          }
          known += 1
          expect(found, equals: system.extentsByPango(of: text, in: constraint), "\(string) at \(constraint)")
        }
      }
    }
    // What words do not tell needs single characters, which takes longer.
    expect(known > 3 * unknown, "\(known) known, \(unknown) unknown")
  }
}
