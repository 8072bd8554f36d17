import { describe, expect, it } from 'vitest'
import { appealDecision, decision } from '#schema/moderation.ts'
import { filterOf, NO_FILTER } from '#web/screens/moderation/log-filter.ts'
import {
  APPEAL_TEMPLATES,
  DISMISSAL_TEMPLATES,
  VERDICT_TEMPLATES,
  withTemplate,
} from '#web/screens/moderation/reason-templates.ts'

describe('a reason template', () => {
  const [first, second] = VERDICT_TEMPLATES
  if (!first || !second) throw new Error('there are texts')

  it('fills an empty field, and replaces an unchanged earlier template', () => {
    expect(withTemplate('  ', first, VERDICT_TEMPLATES)).toBe(first.text)
    expect(withTemplate(first.text, second, VERDICT_TEMPLATES)).toBe(second.text)
  })

  it("goes below the moderator's own text", () => {
    const written = `${first.text} It was the third time.`
    expect(withTemplate(written, second, VERDICT_TEMPLATES)).toBe(`${written}\n\n${second.text}`)
  })

  it('passes the server unchanged', () => {
    for (const { text } of [...VERDICT_TEMPLATES, ...DISMISSAL_TEMPLATES])
      expect(decision.safeParse({ kind: 'WARN', reason: text }).success).toBe(true)
    const id = crypto.randomUUID()
    for (const { text } of APPEAL_TEMPLATES)
      expect(appealDecision.safeParse({ id, reverse: true, answer: text }).success).toBe(true)
  })
})

describe('the filters of the audit log', () => {
  it('send no variables while none is set', () => {
    expect(filterOf(NO_FILTER)).toEqual({})
  })

  it('count the last day as a whole', () => {
    const { from, until } = filterOf({ ...NO_FILTER, from: '2026-02-28', until: '2026-02-28' })
    expect([from, until]).toEqual([new Date(2026, 1, 28).toISOString(), new Date(2026, 2, 1).toISOString()])
  })

  it('distinguish a person from automatic actions', () => {
    const asha = { id: 'asha', displayName: 'Asha' }
    expect(filterOf({ ...NO_FILTER, by: 'automatic', about: asha, kind: 'BAN', text: ' spam ' })).toEqual({
      automatic: true,
      userId: 'asha',
      kinds: ['BAN'],
      search: 'spam',
    })
    expect(filterOf({ ...NO_FILTER, by: asha })).toEqual({ actorId: 'asha' })
  })
})
