import type { LanguageData } from './language.ts'

const SEND =
  '(?:at|atsana|atar mısın|atarsan|gönder|göndersene|gönderir misin|gönderin|yolla|yollasana|yollar mısın|göster|göstersene|gösterir misin|paylaş)'
const ORDINAL = '(?:[5-9]|10|11)\\.? ?'

export const turkish: LanguageData = {
  code: 'tr',
  script: 'latin',
  held: {
    slurs: [
      'i[bp]ne(?:ler|lerin|si|sin|siniz)?',
      'götveren(?:ler)?',
      '(?:ermeni|yahudi|arap|rum) (?:dölü|piçi|köpeği|tohumu)',
      '(?:ermeni|yahudi|arap|suriyeli|çingene|zenci) (?:köpekler|piçler|itler)(?:i)?',
      'pis (?:yahudi|ermeni|arap|zenci|çingene|suriyeli)(?:ler)?',
    ],
    solicitation: [
      `(?:çıplak|nude|nudes|nü|seksi|açık saçık)(?: (?:foto[a-z]*|resim[a-z]*|resmini|video[a-z]*|poz[a-z]*))?(?: (?:bana|hemen|birkaç|biraz|bi|bir|tane))* ${SEND}`,
      `(?:memeni|memelerini|göğsünü|göğüslerini|amını|sikini|penisini|poponu|kalçanı)(?: (?:bana|bi|bir))* (?:${SEND}|aç|görmek istiyorum|görebilir miyim)`,
      '(?:sevişelim|sevişmek ister|sikişelim|sikişmek ister|seks yapalım|sex yapalım|seks yapmak ister|sex yapmak ister|sexting yapalım|seks yapar mıyız|sanal seks|sanal sex)(?: mi| misin)?',
      '(?:çok )?(?:azdım|azgınım|azgın mısın)',
      '(?:parayla|para karşılığı|ücretli) (?:seks|sex|show|şov|sevişme|sevişir misin)[a-z]*',
      '(?:escort|eskort) (?:hizmeti|bayan|arıyorum|arayan)',
      '(?:nude|nudes|çıplak foto[a-z]*) sat(?:ıyorum|ılır|arım)',
      "only ?fans(?:'?ıma|'?ıme|'?ime|'?ima|'?imi|'?ımı) (?:abone ol|takip et|bak|gel)[a-z]*",
      '(?:sikimi|yarağımı|amımı) (?:em|yala|emsene|yalasana|emer misin)',
      'bir gece(?:n|lik|si)? (?:seninle kaç para|kaç parasın)',
    ],
    hints: [
      ...[
        'ciplak',
        'nude',
        'nu foto',
        'nu resim',
        'seksi',
        'acik sacik',
        'memeni',
        'memelerini',
        'gogs',
        'gogus',
        'amini',
        'amimi',
        'siki',
        'penis',
        'popon',
      ],
      ...[
        'kalcan',
        'sevis',
        'sikis',
        'seks',
        'sex',
        'azdim',
        'azgin',
        'sevisme',
        'ucretli show',
        'ucretli sov',
        'parayla',
        'para karsiligi',
        'escort',
        'eskort',
        'only fans',
        'onlyfans',
        'yaragimi',
        'bir gece',
      ],
      ...[
        'ermeni',
        'yahudi',
        'arap',
        'rum dolu',
        'rum pici',
        'rum kope',
        'rum tohum',
        'suriyeli',
        'cingene',
        'zenci',
        'ibne',
        'ipne',
      ],
    ],
    rejectedBefore: 'istemiyorum|hayır|sakın|biri|adam|herif|sapık|eski sevgilim|asla|tanımadığım',
    rejectedAfter:
      '(?:dedi|diyor|diye|diyen|isted|istem|yazd|yazan|istiyor|söyled|engelled|yok|değil|olmaz|istiyorlar)[a-z]*',
  },
  ages: {
    // Not the second word of 'yirmi sekiz', which is 28.
    numberWords:
      '(?<!(?:yirmi|otuz|kirk|elli|altmis|yetmis|seksen|doksan|yuz) )(?:sekiz|dokuz|on(?: ?(?:bir|iki|üç|dört|beş|altı|yedi))?)',
    statements: [
      "(?:ben )?(?:daha |henüz |sadece |şu an |şimdi |hala )*#'?(?:yım|im|üm)",
      'ben (?:daha |henüz |sadece |hala )*# yaşında',
      'yaşım (?:daha |henüz |sadece |şu an )*#',
      '(?:ben )?(?:daha |henüz )*(?:reşit değilim|18 olmadım|18 yaşından küçüğüm|18 altıyım)',
      '(?:liseye|ortaokula) gidiyorum',
      '(?:lise|ortaokul)(?: [1-3])? öğrencisiyim',
      '(?:lisede|ortaokulda) okuyorum',
      'lise [123](?:deyim|e gidiyorum|de okuyorum|yim|teyim)',
      `${ORDINAL}sınıf(?:a gidiyorum|tayım| öğrencisiyim|ta okuyorum)`,
    ],
    certain: [
      '# yaşında(?:yım|ym|yim)(?: ben)?',
      '# yaşıma (?:yeni )?(?:girdim|gireceğim|bastım|giricem|girmek üzereyim|basacağım|giriyorum)',
      '# yaşında bir (?:kızım|erkeğim|öğrenciyim|çocuğum|gencim)',
    ],
    whole: ['# yaş', 'yaş:? #', "#'?(?:yım|im|üm) sen"],
    continuations:
      've|ama|sen|ya|yaş[a-z]*|lan|kanka|abi|xd|haha|daha|henüz|ben|istanbul[a-z]*|ankara[a-z]*|lise[a-z]*',
    notBefore: 'sanki|keşke|eğer|diyelim|sanıyor|sanıyorlar|kardeşim|oğlum|kızım|o zaman|zaman',
    cues: [' yas', ' im ', 'yim ', ' um ', 'resit', 'olmadim', 'lise', 'ortaokul', 'sinif'],
    hints: ['yasinda', 'yasim', 'resit', 'liseye', 'ortaokul', 'lise', 'sinif'],
  },
}
