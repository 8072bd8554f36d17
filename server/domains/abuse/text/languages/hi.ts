import type { LanguageData } from './language.ts'

const AM = '(?:hu|hun|hoon|hon)'
const YEARS = '(?:saal|sal|years?|yrs?|varsh|baras)'
const IN = '(?:me|mein|mai|main)'
const STUDY = `(?:${AM}|padht[ai] ${AM}|parht[ai] ${AM}|padh raha ${AM}|padh rahi ${AM})`

/** Hindi in Latin letters, as most people type it. */
export const hindiInLatin: LanguageData = {
  code: 'hi',
  script: 'latin',
  held: {
    slurs: [
      'kat(?:ua|ue|uey|we|wa|uon)',
      'habshi(?:yon)?',
      '(?:sale|sala|saala|saale|kutte|gande) (?:chamar|bhangi|katue|mulle|chuhre|kallu|hijde|hijre|bihari)',
      '(?:chamar|bhangi|chuhre|hijde) (?:sale|saale|kutte|ki aulad)',
    ],
    solicitation: [
      '(?:nudes?|nangi|nanga|boobs?|chut|lund|chuchi|nudity)(?: (?:pics?|photos?|videos?|selfie|wali))*(?: (?:mujhe|mujko|apni|apna|ek|jaldi|abhi))* (?:bhej|bhejo|bhejna|bhejogi|bhejoge|bhej do|bhejde|send karo|send kar|dikha|dikhao|dikhana|dikhaogi|share karo)',
      '(?:bhejo|bhej|dikhao|dikha|send karo)(?: (?:na|do|mujhe|apni|apne|ek|jaldi))* (?:nudes?|nangi (?:photo|pic|video)[a-z]*|boobs?|chut|chuchi)',
      '(?:apne|apni|tere|teri|tumhare|tumhari) (?:boobs?|chut|lund|chuchi|chuche|nudes?|nangi photo) (?:dikha|bhej)[a-z]*',
      '(?:sex|chudai|sext|sexting|phone sex|video sex|sex chat) (?:karogi|karoge|karna hai|karna he|karte hai|karte hain|karegi|karega|chahiye|kare kya|karein|karo|krogi|kroge|karna chahta|karna chahti)',
      '(?:mera|apna) lund (?:chus|dekh|le)[a-z]*',
      'lund chus(?:o|ogi|le|egi)',
      '(?:ek raat|ek night|one night|sex)(?: (?:ka|ke))+ (?:rate|kitna|kitne|paise|paisa|charge)[a-z ]{0,12}',
      'paise (?:lekar|leke|ke badle) sex',
      'nangi video call',
    ],
    hints: [
      'nude',
      'nudity',
      'nang',
      'bobs',
      'chut',
      'lund',
      'chuchi',
      'chuche',
      'sex',
      'chudai',
      'sext',
      'ek rat',
      'night',
      'chamar',
      'bhangi',
      'chuhre',
      'hijde',
      'hijre',
      'katu',
      'katwa',
      'katwe',
      'mule',
      'kalu',
      'bihari',
    ],
    rejectedBefore: 'mat|nahi|nahin|nhi|kabhi|usne|wo|woh|kisi ne|ladke|log|bola|kaha|bol raha|koi',
    rejectedAfter:
      '(?:bola|bol|kaha|manga|mangta|mangte|mat|nahi|nahin|nhi|bolta|bolte|likha|bolke|galat|kehta|kehte)[a-z]*',
  },
  ages: {
    numberWords: 'aath|gyarah|gyara|barah|terah|chaudah|choda|pandrah|pandra|solah|satrah',
    statements: [
      `meri (?:umar|umr|age|umer)(?: (?:abhi|sirf|to|toh|bas|hi|only))* #(?: ${YEARS})?(?: ?(?:hai|h|he|hain|hi hai))?`,
      `(?:main|mai|mein|me) (?:abhi |to |toh )*(?:class|kaksha|std|standard) (?:[5-9]|1[01])(?:th)? ${IN} ${STUDY}`,
      `(?:main|mai|mein|me) (?:abhi |to |toh )*(?:[5-9]|1[01])(?:th|vi|vin|wi)? (?:class |kaksha |standard |std )?${IN} ${STUDY}`,
      `(?:main|mai|mein|me) (?:abhi |to |toh )*(?:nabalig|nabaligh|minor|underage|18 se kam|18 ka nahi|18 ki nahi) ${AM}`,
      `(?:main|mai|mein|me) (?:abhi )?school ${IN} ${STUDY}`,
    ],
    certain: [
      `#(?: ${YEARS})?(?: old)? (?:ka|ki|ke)(?: ladk[ai]| student)?(?: hi)? ${AM}`,
      `(?:main|mai|mein) (?:abhi |sirf |bas )*# ${YEARS}(?: old)? ${AM}`,
    ],
    whole: [`(?:umar|umr|age):? #`, '# (?:saal|sal)(?: ka| ki)?'],
    continuations:
      'aur (?:tum|tu|aap|main|mai)|or (?:tum|tu|aap)|lekin|par|yaar|yar|bhai|bro|tum|tumhari|aapki|delhi se|se|haha|lol|hi',
    notBefore: 'agar|jaise|jab|kaash|kash|jab main|agar main|jaise main|bolta hai|samajhta',
    cues: [
      ' ka h',
      ' ki h',
      ' ke h',
      ' ka l',
      ' ki l',
      ' ke l',
      'umar',
      'umr',
      'umer',
      ' age',
      'sal',
      'nabalig',
      'minor',
      'underage',
      'clas',
      'kaksha',
      'main',
      'mai ',
      'mein',
      ' me ',
      'sal',
      'years',
    ],
    hints: [
      'ath',
      'gyara',
      'barah',
      'terah',
      'chaudah',
      'choda',
      'pandra',
      'solah',
      'satrah',
      'nabalig',
      'minor',
      'underage',
      'school',
      'kaksha',
      'clas',
      'th me',
    ],
  },
}

const AM_DEVANAGARI = '(?:हूं|हु|हू|हुं)'
const STUDY_DEVANAGARI = `(?:${AM_DEVANAGARI}|पढ़ता ${AM_DEVANAGARI}|पढ़ती ${AM_DEVANAGARI}|पढ़ रहा ${AM_DEVANAGARI}|पढ़ रही ${AM_DEVANAGARI})`

export const hindi: LanguageData = {
  code: 'hi',
  script: 'devanagari',
  held: {
    slurs: [
      'कट(?:ुआ|ुए|ुओं|वा|वे)',
      'हब्शी',
      '(?:साले|साला|कुत्ते|गंदे) (?:चमार|भंगी|कटुए|मुल्ले|चूहड़े|हिजड़े)',
      '(?:चमार|भंगी|चूहड़े|हिजड़े) (?:साले|कुत्ते|की औलाद)',
    ],
    solicitation: [
      '(?:नंगी|नंगे|न्यूड|न्यूड्स|नग्न|अश्लील)(?: (?:फोटो|फोटोज|तस्वीर|तस्वीरें|पिक|पिक्स|वीडियो|सेल्फी))?(?: (?:मुझे|अपनी|एक|जल्दी|अभी))* (?:भेजो|भेज|भेज दो|भेजोगी|भेजोगे|भेजना|दिखाओ|दिखा|दिखाना|दिखाओगी)',
      '(?:भेजो|दिखाओ|भेज दो)(?: (?:ना|मुझे|अपनी|एक))* (?:नंगी|न्यूड|न्यूड्स|नग्न)(?: (?:फोटो|तस्वीर|पिक|वीडियो))?',
      '(?:अपने|अपनी|तेरे|तुम्हारे) (?:बूब्स|चूत|लंड|स्तन|चूची|चूचियां) (?:दिखाओ|दिखा|भेजो|दिखाओगी)',
      '(?:सेक्स|चुदाई|सेक्स चैट|फोन सेक्स) (?:करोगी|करोगे|करना है|करेगी|करेगा|करते हैं|करें|चाहिए|करो|करना चाहता|करना चाहती)',
      'लंड चूस(?:ो|ोगी|ेगी)',
      '(?:एक रात|सेक्स) (?:का|के) (?:रेट|कितना|कितने|पैसे)',
      'पैसे (?:लेकर|के बदले) सेक्स',
      'नंगी वीडियो कॉल',
    ],
    hints: [
      ...['कटु', 'कटव', 'हब्शी', 'चमार', 'भंगी', 'मुल्ले', 'चूहड़े', 'हिजड़े', 'नंगी'],
      ...['नंगे', 'न्यूड', 'नग्न', 'अश्लील', 'बूब्स', 'चूत', 'लंड', 'स्तन', 'चूच'],
      ...['सेक्स', 'चुदाई', 'एक रात'],
    ],
    rejectedBefore: 'मत|नहीं|कभी|उसने|किसी ने|लड़के|लोग|बोला|कहा|कोई|वो|वह',
    rejectedAfter: 'बोला|बोल|कहा|मांगा|मांगता|मांगते|मत|नहीं|बोलता|लिखा|गलत|कहता|कहते',
  },
  ages: {
    numberWords: 'आठ|नौ|दस|ग्यारह|बारह|तेरह|चौदह|पंद्रह|पन्द्रह|सोलह|सत्रह',
    statements: [
      'मेरी (?:उम्र|आयु|एज)(?: (?:अभी|सिर्फ|तो|केवल|बस))* #(?: (?:साल|वर्ष|बरस))?(?: (?:है|हे|की है))?',
      `मैं (?:अभी |तो )*(?:कक्षा|क्लास) (?:[5-9]|1[01]) में ${STUDY_DEVANAGARI}`,
      `मैं (?:अभी |तो )*(?:[5-9]|1[01]|छठी|सातवीं|आठवीं|नौवीं|दसवीं|ग्यारहवीं) ?(?:वीं|वी|th)? ?(?:कक्षा |क्लास )?में ${STUDY_DEVANAGARI}`,
      `मैं (?:अभी |तो )*(?:नाबालिग|18 साल से कम का|18 साल से कम की|18 से कम) ${AM_DEVANAGARI}`,
    ],
    certain: [
      `#(?: (?:साल|वर्ष|बरस|बर्ष))? (?:का|की|के)(?: (?:लड़का|लड़की|छात्र|छात्रा))?(?: ही)? ${AM_DEVANAGARI}`,
      `मैं (?:अभी |सिर्फ )*# (?:साल|वर्ष) ${AM_DEVANAGARI}`,
    ],
    whole: ['# साल(?: का| की)?', '(?:उम्र|आयु):? #'],
    continuations: 'और (?:तुम|तू|आप|मैं)|लेकिन|पर|यार|भाई|तुम|तुम्हारी|आपकी',
    notBefore: 'अगर|जैसे|जब|काश|जब मैं|अगर मैं|जैसे मैं',
    hints: ['साल', 'वर्ष', 'नाबालिग', 'उम्र', 'आयु', 'कक्षा', 'क्लास', 'वीं', 'छठी'],
  },
}
