/** Every phrase below contains one of these, so other texts skip the slower pattern. */
const QUICK_CHECK =
  /nude|naked|dick|cock|tits|titt|boob|pussy|penis|vagina|sex|fuck|shag|hook ?up|horny|dtf|escort|only ?fans|fansly|premium snap|blow ?job|one night stand|happy ending|(?:night|hour) with/i

const PARTS = '(?:tits?|titties|boobs?|pussy|dick|cock|penis|vagina|naked (?:body|self))'
const PICTURES = `(?:nudes?|(?:nude|naked|dick|cock|pussy|boobs?|tits?)[ -]?(?:pics?|pictures?|photos?|selfies?|vids?|videos?))`
const ACTS =
  '(?:sex|a? ?fuck|to fuck|shag|sext(?:ing)?|a? ?one night stand|(?:cyber|cam|phone) ?sex|hook ?up)'

/** Requests for sex or sexual pictures, and offers of either for money. */
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

/** The sender quotes or rejects a solicitation. */
const QUOTED_OR_REJECTED =
  /\b(?:asked|asks|asking|told|tells|said|says|saying|wrote|texted|demanded|don'?t|dont|do not|never|not|won'?t|stop|hate|without|who|instead of|(?:tired|sick) of)\b[^.!?]{0,25}$/i

/** Returns whether a text asks for sex, rather than quotes or rejects it. Words must be separated by single spaces. */
export function isSolicitation(text: string): boolean {
  if (!QUICK_CHECK.test(text)) return false
  for (const { index } of text.matchAll(PHRASES))
    if (!QUOTED_OR_REJECTED.test(text.slice(Math.max(0, index - 50), index))) return true
  return false
}
