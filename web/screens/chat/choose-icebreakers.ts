import { i18n, type MessageDescriptor } from '@lingui/core'
import type { Conversation } from '#schema/chat.ts'
import { fnv1a32 } from '../../ui/fnv1a.ts'
import { ANY_INTEREST_QUESTIONS, GROUPS, NO_INTEREST_QUESTIONS, PROPER_NAMES } from './icebreaker-texts.ts'

const SHOWN = 3

interface Source {
  questions: readonly MessageDescriptor[]
  interest: string
}

const normalized = (interest: string) => interest.normalize('NFKC').toLocaleLowerCase()

function sourceOf(interest: string): Source {
  for (const { interests, questions } of GROUPS) {
    const known = interests.find((one) => normalized(one) === normalized(interest))
    if (known) return { questions, interest: PROPER_NAMES.includes(known) ? known : known.toLowerCase() }
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
      chosen.set(question.id, i18n._({ ...question, values: { interest: source.interest } }))
  }
  return [...chosen.values()]
}
