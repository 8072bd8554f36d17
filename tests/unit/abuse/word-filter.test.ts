import { describe, expect, it } from 'vitest'
import { normalizeText } from '#server/domains/abuse/text/normalize-text.ts'
import { createWordFilter, type WordFilterSettings } from '#server/domains/abuse/text/word-filter.ts'
import { cpuTimeOf } from '../../kit/cpu-time.ts'

function filterOf(settings: WordFilterSettings) {
  const judge = createWordFilter(settings)
  return (text: string) => judge(normalizeText(text))
}
const find = filterOf({ heldWords: [], allowedWords: [], termChanges: {} })

describe('the word filter', () => {
  it.each([
    'you n1gg3r',
    'n!gger',
    'NIGGERS',
    'nіgger',
    'nigggaaa',
    'faggot!',
    'f4gg0t',
    'you are a kike!',
    'ching chong',
    'a tranny',
    'she said you are a faggot',
  ])('holds a message with a slur in any spelling: %j', (text) => {
    expect(find(text)).toBe('slur')
  })

  it.each([
    'send nudes',
    'I never lie. Send nudes',
    'Send me some nudes pls',
    'trade nudes?',
    'wanna sext me',
    'wanna have sex?',
    'let’s fuck',
    'looking for sex tonight',
    'can we have casual sex',
    'wanna hook up?',
    'suck my dick',
    'show me your tits',
    'are you horny',
    'r u naked',
    'I’m so horny',
    'how much for a night with you',
    'check out my onlyfans',
    'I sell nudes',
  ])('holds a message that solicits sex: %j', (text) => {
    expect(find(text)).toBe('solicitation')
  })
})

describe('a disguised word', () => {
  it.each([
    ['a space of no width', 'nig\u200bger'],
    ['a soft hyphen', 'fag\u00adgot'],
    ['a word joiner', 'a kik\u2060e'],
    ['a variation selector', 'trann\ufe0fy'],
    ['wide letters', '\uff46\uff41\uff47\uff47\uff4f\uff54'],
    ['strokes through the letters', 'f\u0336a\u0336g\u0336g\u0336o\u0336t\u0336'],
    ['letters of Cyrillic', 'f\u0430gg\u043et'],
    ['a heart beside it', 'kike\u2764'],
    ['no-break spaces', 'ching\u00a0\u00a0chong'],
  ])('does not hide a slur with %s', (_, text) => {
    expect(find(text)).toBe('slur')
  })

  it.each([
    ['two spaces', 'send  nudes'],
    ['a line break', 'send\r\nnudes'],
    ['a tab', 'wanna\thave\tsex?'],
    ['a no-break space', 'send\u00a0nudes'],
    ['a space of no width', 'send nu\u200bdes'],
    ['a control character', 'send nu\u0001des'],
    ['a blank of braille', 'send\u2800nudes'],
    ['wide letters', '\uff53\uff45\uff4e\uff44\u3000\uff4e\uff55\uff44\uff45\uff53'],
    ['letters for mathematics', 'send \ud835\udc27\ud835\udc2e\ud835\udc1d\ud835\udc1e\ud835\udc2c'],
    ['letters of Cyrillic', 's\u0435nd nud\u0435s'],
    ['all the letters of Cyrillic', 'wanna have \u0455\u0435\u0445?'],
    ['an accent', 'send n\u00fades'],
  ])('does not hide a solicitation with %s', (_, text) => {
    expect(find(text)).toBe('solicitation')
  })
})

describe('a harmless message', () => {
  it.each([
    'I live in Scunthorpe, near Penistone',
    'Essex, Sussex and Middlesex',
    'Dick and I read Moby Dick and Dickens',
    'assess the class, pass the cocktails',
    'Niger and Nigeria are neighbours',
    'Nigel was lingering, ginger in his fingers, a bigger digger',
    'aku nggak tinggal di sini, hingga mangga',
    'el negro y la negra',
    'he sniggered, the niggard',
    'a chink in the armour',
    'spic and span',
    'Fagin plays the Fagott',
    'we have a Maine Coon',
    'I am Kike Hernández',
    'the van Dyke museum',
    'el tren va con retardo',
  ])('passes despite a similar word: %j', (text) => {
    expect(find(text)).toBeNull()
  })

  it.each(['damn this shit', 'fuck the exam', 'what a bitch of a day', 'I want to fuck off to Goa'])(
    'passes with ordinary swearing: %j',
    (text) => {
      expect(find(text)).toBeNull()
    },
  )

  it.each([
    'he asked me to send nudes and I blocked him',
    'Don’t send me nudes',
    'he wont send me nudes',
    'he won’t send me nudes',
    'I hate guys who send dick pics',
    'my ex said: send nudes',
    'looking for sex education advice',
    'let’s hook up the speakers',
    'sex and the city is on',
    'show me your dictionary',
    'I want to see your cockatoo',
  ])('passes when it reports or rejects a solicitation, or means something else: %j', (text) => {
    expect(find(text)).toBeNull()
  })
})

describe('a text in another language', () => {
  it.each([
    '\u0421\u043a\u0430\u0436\u0438, \u0441\u0435\u043a\u0441 \u2014 \u044d\u0442\u043e \u043d\u0435 \u0442\u043e, \u043e \u0447\u0451\u043c \u044f \u0445\u043e\u0447\u0443 \u0433\u043e\u0432\u043e\u0440\u0438\u0442\u044c',
    '\u03a3\u03ae\u03bc\u03b5\u03c1\u03b1 \u03c0\u03ae\u03b3\u03b1 \u03b2\u03cc\u03bb\u03c4\u03b1 \u03c3\u03c4\u03b7 \u03b8\u03ac\u03bb\u03b1\u03c3\u03c3\u03b1',
    '\u0906\u091c \u0938\u0941\u092c\u0939 \u092e\u0948\u0902 \u0928\u0926\u0940 \u0915\u0947 \u0915\u093f\u0928\u093e\u0930\u0947 \u091f\u0939\u0932\u093e',
    '\u4eca\u65e5\u306f\u5ddd\u6cbf\u3044\u3092\u6b69\u3044\u3066\u3001\u5915\u98ef\u306e\u3053\u3068\u3092\u8003\u3048\u307e\u3057\u305f',
    '\u0630\u0647\u0628\u062a \u0627\u0644\u064a\u0648\u0645 \u0625\u0644\u0649 \u0627\u0644\u0628\u062d\u0631 \u0645\u0639 \u0623\u0635\u062f\u0642\u0627\u0626\u064a',
    '\u0623\u0646\u0627 \u2764\ufe0f \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 \ud83c\uddee\ud83c\uddf3',
  ])('does not count as disguised English: %j', (text) => {
    expect(find(text)).toBeNull()
  })
})

describe('the operator’s words', () => {
  // covers: beyond-word-lists
  it('hold or allow whole words and phrases in any script', () => {
    const own = filterOf({
      heldWords: ['flat earth', 'बुरा'],
      allowedWords: ['faggot', 'are you naked'],
      termChanges: {},
    })
    expect(own('the Flat  Earth society')).toBe('operator')
    expect(own('बुरा आदमी')).toBe('operator')
    expect(own('flat earthling')).toBeNull()
    expect(own('meat faggots'), 'only the whole word was allowed').toBe('slur')
    expect(own('a faggot of sticks')).toBeNull()
    expect(own('are you naked?')).toBeNull()
    expect(own('are you horny?')).toBe('solicitation')
  })

  it('match disguised spellings, but not other letters', () => {
    const own = filterOf({
      heldWords: ['flat\u00a0earth', 'ano', '\u0663\u0663'],
      allowedWords: [],
      termChanges: {},
    })
    for (const text of [
      'flat ea\u200brth',
      '\uff26\uff2c\uff21\uff34 earth',
      'flat\nearth',
      'FLAT\u3000 earth',
    ])
      expect(own(text), text).toBe('operator')
    expect(own('33'), 'a number in any digits').toBe('operator')
    expect(own('el a\u00f1o nuevo')).toBeNull()
    expect(
      filterOf({ heldWords: ['\u200b'], allowedWords: [], termChanges: {} })('hello'),
      'a word of nothing',
    ).toBeNull()
  })
})

describe('a hostile text', () => {
  it.each([
    ['repeated letters', 'n'.repeat(4000)],
    ['repeated words', 'want to have '.repeat(300)],
    ['half a phrase', 'how much for a '.repeat(260)],
    ['signs', '@4!1|'.repeat(800)],
    ['exclamation marks', `nigger${'!'.repeat(3990)}x`],
    ['blanks', ` ${' \n'.repeat(1990)}x`],
    ['invisible characters', 'n\u200b'.repeat(2000)],
    ['marks', `a${'\u0315\u0316\u0300\u0334'.repeat(999)}`],
    ['signs that stand for many', '\ufdfa\u3315'.repeat(2000)],
    ['letters of another alphabet', '\u0438'.repeat(4000)],
  ])('takes little time to check: %s', (_, text) => {
    expect(cpuTimeOf(() => find(text))).toBeLessThan(500)
  })
})
