import Foundation

/// Paragraphs in many scripts: our own, and those of the shared corpora where they exist.
package nonisolated enum TextCorpus {
  package static let samples = [
    "The quick brown fox jumps over the lazy dog, then AVAILs itself of To. kerning; and a nap.",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich – sagt man „Straße“?",
    "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний.",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, και πηγαίνω σπίτι νωρίς το βράδυ.",
    "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق",
    "דג סקרן שט בים מאוכזב ולפתע מצא חברה, ואז חזר הביתה לישון",
    "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश करने वाले विष्णुवतार भगवान श्रीराम",
    "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน จงฝ่าฟันพัฒนาวิชาการ",
    "我能吞下玻璃而不伤身体。今天天气很好，我们去公园散步吧！「你好」，他说。",
    "いろはにほへと ちりぬるを わかよたれそ つねならむ。東京は今日も晴れです。",
    "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.",
    "Mixed: English with 日本語 and العربية and emoji 👩‍👩‍👧 🇪🇺 👍🏽, then back again.",
    "soft\u{AD}hyphen\u{AD}ation and\u{A0}no\u{A0}break and zero\u{200B}width\u{200B}space",
    "tab\tseparated\tvalues and  double  spaces   and trailing   ",
    "Supercalifragilisticexpialidocious https://example.org/a/very/long/path/that/has/no/spaces?at=all&x=1",
    "", " ", "\n", "one\ntwo\n\nthree with more words to wrap around", "line\u{2028}separator here",
    "e\u{301}a\u{308} combining marks; ffi ffl ligatures office difficult",
    "(123) 456-7890 — 50 % of $1,000.00/year; A-B-C, and/or; \"quoted\" text... etc.",
  ]

  /// The beginning of the Universal Declaration of Human Rights in scripts that `samples` does not have.
  package static let declarations = [
    "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့် လည်းကောင်း၊ မွေးဖွားလာသူများ ဖြစ်သည်။",
    "មនុស្សទាំងអស់ កើតមកមានសេរីភាព និងសមភាព ក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ។",
    "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ, ສິດທິ, ເສລີພາບແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນ.",
    "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.",
    "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు.",
    "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ. ಹಾಗೂ ಘನತೆ ಮತ್ತು ಹಕ್ಕುಗಳಲ್ಲಿ ಸಮಾನರಾಗಿದ್ದಾರೆ.",
    "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചവരാണ്‌.",
    "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।",
    "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર અને સમાન હોય છે.",
    "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ.",
    "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.",
    "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང༌། ཐོབ་ཐངགི་རང་དབང་འདྲ་མཉམ་དུ་ཡོད།",
    "ᠬᠦᠮᠦᠨ ᠪᠦᠷ ᠲᠥᠷᠥᠵᠦ ᠮᠡᠨᠳᠡᠯᠡᠬᠦ ᠡᠷᠬᠡ ᠴᠢᠯᠥᠭᠡ ᠲᠡᠢ᠂ ᠠᠳᠠᠯᠢᠬᠠᠨ ᠨᠡᠷ᠎ᠡ ᠲᠥᠷᠥ ᠲᠡᠢ",
    "ყველა ადამიანი იბადება თავისუფალი და თანასწორი. Բոլոր մարդիկ ծնվում են ազատ ու հավասար։",
    "የሰው፡ልጅ፡ሁሉ፡ሲወለድ፡ነጻና፡በክብርና፡በመብትም፡እኩልነት፡ያለው፡ነው።",
    "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ ۱۲۳",
    "ກ່ອນ ๑๒๓ ກິໂລ, ७ किलो (≈ ৭) №5; q=1&more#frag, 14159 “office” 1000,000.",
  ]

  /// Up to `limit` paragraphs for each script from `../shared/corpora/texts`, if it exists.
  package static func shared(limit: Int) -> [String] {
    guard let folder = sharedFolder else { return [] }
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.flatMap { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(whereSeparator: \.isNewline).map { String($0.prefix(400)) }.filter { !$0.isEmpty }
        .prefix(limit)
    }
  }

  /// The nearest `shared/corpora/texts` beside a folder that holds this file.
  private static var sharedFolder: URL? {
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let found = folder.appending(path: "shared/corpora/texts")
      if FileManager.default.fileExists(atPath: found.path) { return found }
    }
    return nil
  }
}
