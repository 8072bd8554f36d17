/** Every phrase below has one of these in it: what has none is not looked at again. */
const GATE =
  /nude|naked|dick|cock|tits|titt|boob|pussy|penis|vagina|sex|fuck|shag|hook ?up|horny|dtf|escort|only ?fans|fansly|premium snap|blow ?job|one night stand|happy ending|(?:night|hour) with/i

const PARTS = '(?:tits?|titties|boobs?|pussy|dick|cock|penis|vagina|naked (?:body|self))'
const PICTURES = `(?:nudes?|(?:nude|naked|dick|cock|pussy|boobs?|tits?)[ -]?(?:pics?|pictures?|photos?|selfies?|vids?|videos?))`
const ACTS =
  '(?:sex|a? ?fuck|to fuck|shag|sext(?:ing)?|a? ?one night stand|(?:cyber|cam|phone) ?sex|hook ?up)'

/** Asking for sex, or for pictures of it, or offering either for money. */
const PHRASES = new RegExp(
  [
    `(?:send|show|share|trade|swap|exchange|want|got)(?: (?:me|us|your|ur|you|some|any|more|hot|a|few|to see))* ${PICTURES}`,
    `(?:show|send|see)(?: me)? (?:your|ur) (?:\\w+ )?${PARTS}`,
    `(?:wanna|want to|want|u want|you want|let'?s|lets|can we|shall we|looking for|looking to|down for|down to|up for|fancy|in the mood for)(?: (?:have|some|a|quick|hot|casual|good|do|to))* ${ACTS}(?! (?:off|up|around|this|that|it|with|about|the|my|your|ed|education|therap\\w*|positiv\\w*|change|advice|tips|drive|and the city)\\b)`,
    `(?:suck|lick|ride|blow) (?:on )?my (?:dick|cock|balls|pussy)`,
    `(?:are|r) (?:you|u) (?:horny|naked|dtf)`,
    `(?:i'?m|i am|you|u|feeling)(?: (?:so|really|very|feeling|getting|too))* horny`,
    `how much (?:for|do (?:you|u) charge for|is|would it be for) (?:(?:a|the|one|an) )?(?:(?:night|hour) with (?:you|u)|sex|blow ?job|fuck)`,
    `(?:pay|paid|money|cash) (?:(?:you|u|me) )?for (?:sex|${PICTURES}|a night with)`,
    `sex for (?:money|cash)`,
    `(?:subscribe to|check(?: out)?|join|buy|see|follow|on|i sell) my (?:only ?fans|fansly|premium snap|${PICTURES})`,
    `i sell ${PICTURES}`,
    `escort service|happy ending massage`,
    `(?:sex ?chat|video sex|cam ?sex|sext) (?:with )?(?:me|now|tonight|here)`,
  ]
    .map((source) => `\\b(?:${source})\\b`)
    .join('|'),
  'gi',
)

/** Somebody tells of it, or wants none of it. */
const EXCUSED =
  /\b(?:asked|asks|asking|told|tells|said|says|saying|wrote|texted|demanded|don'?t|dont|do not|never|not|won'?t|stop|hate|without|who|instead of|(?:tired|sick) of)\b[^.!?]{0,25}$/i

/** Whether a text, with one space between its words, asks for sex, rather than tells of it. */
export function isSolicitation(text: string): boolean {
  if (!GATE.test(text)) return false
  for (const { index } of text.matchAll(PHRASES))
    if (!EXCUSED.test(text.slice(Math.max(0, index - 50), index))) return true
  return false
}
