import { i18n, type MessageDescriptor } from '@lingui/core'
import type { Conversation } from '#schema/chat.ts'
import { interestKey } from '#schema/interests.ts'
import { builtInInterest } from '../../i18n/built-in-interest.ts'
import { interestName } from '../../i18n/interest-name.ts'
import { pageTexts } from '../../i18n/page-texts.ts'
import { fnv1a32 } from '../../ui/fnv1a.ts'
import { ANY_INTEREST_QUESTIONS, GROUPS, NO_INTEREST_QUESTIONS, PROPER_NAMES } from './icebreaker-texts.ts'

const SHOWN = 3

interface Source {
  questions: readonly MessageDescriptor[]
  interest: string
}

/**
 * Returns a built-in interest as a sentence writes it: in small letters in English. Other languages have rules of their own,
 * such as the capital letters of German nouns, and their sentences are written for the name as it is in the list.
 */
function inSentence(interest: string): string {
  if (i18n.locale !== 'en') return interestName(interest)
  return PROPER_NAMES.includes(interest) ? interest : interest.toLowerCase()
}

function sourceOf(interest: string): Source {
  const key = interestKey(builtInInterest(interest))
  for (const { interests, questions } of GROUPS) {
    const known = interests.find((one) => interestKey(one) === key)
    if (known) return { questions, interest: inSentence(known) }
  }
  return { questions: ANY_INTEREST_QUESTIONS, interest }
}

const rotated = <Item>(list: readonly Item[], by: number): Item[] => {
  const start = by % Math.max(1, list.length)
  return [...list.slice(start), ...list.slice(0, start)]
}

/**
 * Returns up to three first lines about the shared interests. The result is stable for a member in a conversation.
 * The partner gets different lines: the two do not ask the same question.
 */
export function chooseIcebreakers({
  id,
  userId,
  sharedInterests,
}: Pick<Conversation, 'id' | 'userId' | 'sharedInterests'>): string[] {
  const seed = fnv1a32(`${id} ${userId}`)
  const sources: Source[] =
    sharedInterests.length > 0
      ? rotated(sharedInterests, seed).slice(0, SHOWN).map(sourceOf)
      : [{ questions: NO_INTEREST_QUESTIONS, interest: '' }]
  /** The suggestions by their question: two interests must not get the same one. */
  const chosen = new Map<string, string>()
  for (let n = 0; n < SHOWN; n += 1) {
    const source = sources[n % sources.length]
    const question = source && rotated(source.questions, seed + n).find(({ id }) => !chosen.has(id))
    if (source && question)
      chosen.set(question.id, pageTexts._({ ...question, values: { interest: source.interest } }))
  }
  return [...chosen.values()]
}
