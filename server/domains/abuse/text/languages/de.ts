import type { LanguageData } from './language.ts'

const BODY =
  '(?:nacktbilder|nacktfotos?|nacktbild|nacktvideos?|nudes?|titten|schwanz|nackt|dick ?pics?|brüste|möpse)'
const ADVERBS =
  '(?: (?:erst|gerade|grad|noch|schon|fast|bald|aktuell|eigentlich|ja|jetzt|nämlich|halt|auch|leider|übrigens))*'
const CLASS =
  '(?:[5-9]|10|fünften|sechsten|siebten|achten|neunten|zehnten|fünfte|sechste|siebte|achte|neunte|zehnte)\\.? ?klasse'

export const german: LanguageData = {
  code: 'de',
  script: 'latin',
  held: {
    slurs: [
      'kana(?:c|ck|k)(?:e|en)',
      'neger(?:in|n|s)?',
      'schwuchteln?',
      'schlitzaugen?',
      'judens(?:au|äue)',
      'saujuden?',
      'drecks(?:juden?|kanaken?|neger|türken?|polen|ausländer)',
      'scheiß(?: |)(?:neger|juden?|türken?|kanaken?|ausländer|schwuchteln?|zigeuner)',
      'polacken?',
      'spast(?:is?|en)?',
      'zigeunerpack',
    ],
    solicitation: [
      `(?:schick|schicke|schickst|send|sende|zeig|zeige|zeigst|tausche)(?: (?:du|mir|uns|mal|bitte|deine?n?|ein|paar|noch|doch|fotos?|bilder|von|dir|dich))* ${BODY}`,
      `(?:will|möchte)(?: (?:dich|mal|deine?n?))* ${BODY} sehen`,
      '(?:willst du|hast du lust auf|lust auf|bock auf|suche|wollen wir|lass uns|willst)(?: (?:mit mir|ein bisschen|schnellen|geilen|heute|spontanen?|unverbindlichen?|zu|nur))* (?:sex|ficken|bumsen|sexting|fick|camsex|telefonsex|poppen)',
      'blas mir einen',
      'lutsch mei?nen schwanz',
      'bist du (?:gerade |grad )?(?:nackt|feucht|horny)',
      'ich bin (?:so |gerade |grad )*(?:geil auf dich|horny|rattig)',
      '(?:was kostet|wie ?viel (?:kostet|nimmst du für|für)) (?:sex|nudes|eine nacht mit dir|ein blowjob|eine stunde mit dir)',
      '(?:zahle|bezahle|zahl)(?: dir| dich)?(?: geld)? (?:für|fuer) (?:sex|nudes|nacktbilder|nacktfotos)',
      'sex gegen (?:geld|bezahlung|taschengeld|tg)',
      'verkaufe (?:meine )?(?:nudes|nacktbilder|nacktfotos|getragene (?:slips|höschen|unterwäsche|socken|strümpfe))',
      '(?:abonnier|abonniere|schau|folg|folge|besuch|besuche) (?:mal )?(?:auf |mir auf )?(?:mein|meinem|meinen)? ?only ?fans',
      'massage mit happy ?end',
    ],
    hints: [
      ...[
        'nackt',
        'nude',
        'titten',
        'schwanz',
        'dick',
        'bruste',
        'mopse',
        'sex',
        'ficken',
        'fick',
        'bumsen',
        'poppen',
        'blas mir',
      ],
      ...[
        'feucht',
        'horny',
        'geil auf',
        'rattig',
        'nacht mit dir',
        'blowjob',
        'stunde mit dir',
        'getragene',
        'only fans',
        'onlyfans',
        'happy end',
        'happyend',
      ],
    ],
    rejectedBefore:
      'nicht|kein[a-z]*|nie|niemals|sagte|sagt|schrieb|schreibt|fragte|fragt|gefragt|wollte|hör auf|ohne|wer|hasse|statt|dass|typen',
    rejectedAfter: 'geschrieben|gesagt|gefragt|nicht|geht gar|schreib[a-z]*|meinte',
  },
  ages: {
    numberWords: 'acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|fuenfzehn|sechzehn|siebzehn',
    statements: [
      `(?:ich )?bin${ADVERBS} #(?!\\. ?(?:im|in|am|auf|beim|von|geworden|platz|stock|und|bei))(?: jahre?(?: alt| jung)?| j)?`,
      `ich werde${ADVERBS}(?: (?:nächste woche|nächsten monat|morgen|dieses jahr|demnächst|im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)))? #(?: jahre? alt)?`,
      'mein alter ist #(?: jahre)?',
      'ich bin(?: noch)? (?:minderjährig|(?:unter|keine|nicht|noch nicht) 18)',
      'bin(?: ein| eine)? #(?: ?jährig(?:e|er|es)?) (?:mädchen|junge|schüler|schülerin)',
      `ich geh(?:e)?(?: noch)? in die ${CLASS}`,
      `ich bin(?: noch)? in der ${CLASS}`,
    ],
    certain: [
      'bin (?:gerade |gestern |letzte woche |erst |heute )*# geworden',
      'ich bin #(?: jahre alt)? und (?:du|komme|wohne|suche|gehe)',
    ],
    whole: ['# jahre alt', '#(?: jahre)? und du', '#[ /]?w', '[wm][ /]?#', 'alter:? #'],
    continuations:
      'und (?:du|selbst|komme|wohne|suche|gehe|mag|hab|habe|ich)|aber|aus|lol|haha|hehe|xd|also|weiblich|männlich|w|m|geworden',
    notBefore:
      'wenn ich|als ich|ob ich|falls ich|bis ich|seit ich|dass ich|als ob ich|(?:sag[a-z]*|denk[a-z]*|glaub[a-z]*|meint[a-z]*),?(?: dass)?(?: ich)?|wenn|als|ob|falls|wo|gefühlt',
    cues: ['bin ', 'werde ', 'jahre alt', 'alter', 'klasse', 'und du', ' w ', ' m '],
    hints: [
      'acht',
      'neun',
      'zehn',
      'elf',
      'zwolf',
      'dreizehn',
      'vierzehn',
      'funfzehn',
      'fuenfzehn',
      'sechzehn',
      'siebzehn',
      'minderjahrig',
      'klasse',
    ],
  },
}
