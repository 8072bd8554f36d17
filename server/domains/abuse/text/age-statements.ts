import { underageStatementInLanguages } from './language-ages.ts'
import type { NormalizedText } from './normalize-text.ts'

/** Text without any of these states no age, which is true of most messages. */
const QUICK_CHECK =
  /(?<!\d)1[0-7](?!\d)|\b[89]\s?(?:y|\/o)|not\s(?:yet\s)?18|\bunder|minor|school|(?:[5-9]|1[01])th|(?:ten|eleven|twelve|teen|eigh|nine|fifth|sixth|seventh|tenth)|grade|class/i

const NUMBER = '(?:1[0-7]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)'
const AGE = `${NUMBER}(?![\\w%°/:+-])(?!\\.\\d)(?!,\\d)`
const OLD = '(?:yo|y\\/o|y\\.o\\.?|(?:years?|yrs?)(?: |-)?old|years? of age)\\b'
const I_AM = "(?:i'?m|i am)"
const ADVERBS =
  '(?: (?:only|just|still|really|actually|currently|now|already|about|almost|nearly|like|barely|literally|technically|kinda|also))*'

/** What may follow an age: the end, a pause or a common continuation. Other words may be units: minutes, km, years sober. */
const AFTER_AGE = `(?=\\s*(?:$|[.!?;)…]|,(?! ?\\d)|${OLD}|(?:and|but|so|lol|haha|hehe|btw|too|tho|though|if|you|u|hbu|wbu|how|what|from|f|m|female|male|girl|boy|guy|student)\\b))(?! (?:and|but) (?:a half|counting)\\b)`

const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\w*'
const SOON = `(?:soon|next|this|tomorrow|today|in (?:${MONTHS}|a (?:few |couple of )?(?:days?|weeks?|months?)|\\w+ (?:days|weeks|months)))`
const LATELY =
  '(?:yesterday|today|last (?:week|month|night)|this (?:week|month|year)|\\w+ (?:days?|weeks?|months?) ago)'

/** Grades and classes whose pupils are under 18. */
const GRADE =
  '(?:(?:5|6|7|8|9|10|11)th|fifth|sixth|seventh|eighth|ninth|tenth|eleventh) ?(?:grade|standard|std|class)|(?:grade|class|std) ?(?:[5-9]|1[01])(?!\\d)|year (?:[7-9]|1[01])(?!\\d)(?: at school)?'
/** 'Year 10 of my PhD' is no grade. */
const NO_GRADE = '(?! of (?:my|our|the|an?|this)\\b(?! (?:high |secondary )?school))'
const SCHOOL =
  '(?:(?:middle|high|secondary) ?school|junior high)(?=\\s*(?:$|[.!?,;)]|(?:and|but|so|lol|rn|now|still|here|too|tho|though)\\b))'

/** The start of a message or sentence, after at most eight greetings: more would make matching slow. */
const START =
  '(?:^|[\\n.!?,;]\\s*)(?:(?:hi+|hey+|hello|yo|sup|asl|so|well|ok|and|me|oh)[\\s,.!?:-]{0,8}){0,8}'
const END = '(?=\\s*(?:$|[.!?,;)…]|(?:from|here|u|you|hbu|wbu|and|uk|us|usa|india|in|looking|bored)\\b))'

const SHORT = [
  `(?:1[0-7])\\s?\\/\\s?[mf]\\b`,
  `[mf]\\s?\\/\\s?(?:1[0-7])(?!\\d)`,
  // '15m' may also mean minutes or metres, so it does not count.
  `(?:1[0-7]) ?(?:f|female|girl|male|boy)\\b`,
  `[mf] ?(?:1[0-7])(?![\\w.:-])`,
  `(?:female|male|girl|boy),? (?:1[0-7])(?![\\w.:-])`,
  `(?:[89]|1[0-7]|${AGE}) ?${OLD}(?: (?:f|m|girl|boy|female|male|student|here))?`,
  `age[ :=-]{1,3}(?:is )?${AGE}`,
]

const STATEMENTS = new RegExp(
  [
    `\\b${I_AM}${ADVERBS} ${AGE}${AFTER_AGE}`,
    `\\b${I_AM}${ADVERBS} ?(?:an? )?(?:[89]|${NUMBER})[ -]?${OLD}(?! (?:at heart|again|trapped|inside))`,
    `\\b${I_AM} an? (?:1[0-7])[ -]?(?:yo|y\\/o)\\b`,
    `\\bmy age is ${AGE}`,
    `\\bi(?:'?ve| have)? (?:just|only just|recently) turned ${AGE}`,
    `${START}just turned ${AGE}`,
    `\\bi turned ${AGE} ${LATELY}`,
    `(?:${START}|\\b${I_AM} |\\bi'?ll be |\\bi will be |\\bi'?m gonna be )turning ${AGE}(?! (?:degrees|percent|minutes|pages))`,
    `\\b(?:i'?ll|i will|i'?m gonna|i'?m going to) be ${AGE} ${SOON}`,
    `\\bmy (?:1[0-7])th (?:birthday|bday)\\b`,
    `\\bmy sweet (?:16|sixteen)\\b`,
    `\\b${I_AM}${ADVERBS} in (?:the )?(?:${GRADE})${NO_GRADE}`,
    `^(?:i'?m |still |currently |now )*in (?:the )?(?:${GRADE})${END}`,
    `\\bi (?:still )?(?:go to|attend) ${SCHOOL}`,
    `\\b${I_AM}${ADVERBS} in ${SCHOOL}`,
    `\\b${I_AM} an? (?:(?:5|6|7|8|9|10|11)th|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)[ -]grader`,
    `\\b${I_AM} an? (?:middle|high|secondary|junior high)(?: ?school)? (?:student|freshman|sophomore)`,
    `\\b${I_AM}${ADVERBS} (?:underage|under ?(?:18|eighteen)|not (?:yet )?(?:18|eighteen)(?: yet)?|(?:a )?minor)(?=\\s*(?:$|[.!?,;)]|yet|tho|though|lol|so|but|and|btw)(?! (?:league|character)))`,
    `${START}(?:${SHORT.join('|')})${END}`,
  ].join('|'),
  'gim',
)

/** Statements about other people, the past, or a hypothetical. */
const NOT_MEANT_BEFORE =
  /\b(?:said|says|saying|goes|told \w+|claims?|claimed|like|thinks?|thought|if|as if|when|when i was|until|since|after|before|remember|pretend\w*|not|wish|feels?|looks?|joked?|imagine|assumed?|son|daughter|brother|sister|kids?|child|cousin|niece|nephew|dog|cat|car|he|she|they|at)\W{0,3}(?:that |on )?$/i
/** In German, 'im 15. Stock' is a floor. */
const NOT_MEANT_AFTER =
  /^(?: ?(?:at heart|again|in dog years)|\. ?(?:stock|etage|bezirk|jahrhundert|lebensjahr|jahr|monat|semester|kapitel|platz))\b/i
/** Birthdays and grades may be memories. */
const MAY_BE_LONG_AGO = /birthday|bday|sweet|turned|grade|class|standard/i
const LONG_AGO =
  /^[^.!?\n]{0,60}\b(?:years ago|ages ago|back then|was|were|had|broke|went|got|gave|in (?:19|20)\d\d)\b/i

/** Returns the words with which the author states an age under 18 in any of the languages, or null. */
export const underageStatement = (text: NormalizedText): string | null =>
  englishStatement(text) ?? underageStatementInLanguages(text)

function englishStatement(text: string): string | null {
  if (!QUICK_CHECK.test(text)) return null
  // A line break may start a statement, or split one.
  return statementIn(text) ?? (text.includes('\n') ? statementIn(text.replaceAll('\n', ' ')) : null)
}

function statementIn(text: string): string | null {
  for (const { 0: statement, index } of text.matchAll(STATEMENTS)) {
    const before = text.slice(Math.max(0, index - 40), index)
    const after = text.slice(index + statement.length)
    const longAgo = MAY_BE_LONG_AGO.test(statement) && LONG_AGO.test(after)
    if (!longAgo && !NOT_MEANT_BEFORE.test(before) && !NOT_MEANT_AFTER.test(after)) return statement.trim()
  }
  return null
}

/** Ages in names come without a sentence: 'Maya 15f', 'Maya (16)'. */
const AGE_IN_NAME = /(?<!\d)1[0-7] ?(?:f|yo|y\/o|yrs?|years?)\b|[(,] ?1[0-7]\)?$/i

/** Returns the part of a display name that states an age under 18, or null. */
export const underageName = (name: NormalizedText): string | null =>
  underageStatement(name) ?? AGE_IN_NAME.exec(name)?.[0].trim() ?? null
