import { describe, expect, it } from 'vitest'
import {
  appealDecision,
  appealRequest,
  auditLogFilter,
  bulkDismissal,
  decision,
  newNote,
  reversal,
} from '#schema/moderation.ts'
import { issuesOf } from './issues.ts'

const letters = (count: number) => 'x'.repeat(count)
const ID = '01999999-0000-7000-8000-0000000000f1'
const SUSPENSION = { kind: 'SUSPEND', reason: 'Insults', days: 7 }

describe('a refused operation of a moderator', () => {
  it.each([
    [
      'decision',
      decision,
      { kind: 'WARN', reason: ' ' },
      'reason: Please give a reason. The member will read it.',
    ],
    [
      'suspension without days',
      decision,
      { ...SUSPENSION, days: undefined },
      'days: Please enter a number of days.',
    ],
    ['suspension of no day', decision, { ...SUSPENSION, days: 0 }, 'days: At least one day'],
    [
      'suspension of years',
      decision,
      { ...SUSPENSION, days: 366 },
      'days: At most 365 days. To block the account for longer, ban it.',
    ],
    ['reversal', reversal, { id: '1', reason: 'A mistake' }, 'id: Not an id'],
    ['appeal against nothing', appealRequest, { actionId: '1', text: 'A mistake' }, 'actionId: Not an id'],
    [
      'appeal without words',
      appealRequest,
      { actionId: ID, text: '' },
      'text: Please tell us why this was a mistake.',
    ],
    ['answer to nothing', appealDecision, { id: '1', reverse: true, answer: 'Yes' }, 'id: Not an id'],
    [
      'answer without words',
      appealDecision,
      { id: ID, reverse: true, answer: ' ' },
      'answer: Please write an answer. The member will read it.',
    ],
    ['dismissal of nothing', bulkDismissal, { ids: [], reason: 'Fine' }, 'ids: Choose at least one report.'],
    [
      'dismissal of too much',
      bulkDismissal,
      { ids: Array(51).fill(ID), reason: 'Fine' },
      'ids: Choose at most 50 reports.',
    ],
    ['dismissal of no id', bulkDismissal, { ids: ['1'], reason: 'Fine' }, 'ids.0: Not an id'],
    ['note about no member', newNote, { userId: '1', reportId: null, text: 'x' }, 'userId: Not an id'],
    ['note on no report', newNote, { userId: ID, reportId: '1', text: 'x' }, 'reportId: Not an id'],
    [
      'note without words',
      newNote,
      { userId: ID, reportId: null, text: ' ' },
      'text: Write what other moderators should know.',
    ],
    ['log about no member', auditLogFilter, { userId: '1' }, 'userId: Not an id'],
    ['log by no moderator', auditLogFilter, { actorId: '1' }, 'actorId: Not an id'],
    ['log with too long a text', auditLogFilter, { search: letters(101) }, 'search: At most 100 characters'],
    [
      'log of the server by a person',
      auditLogFilter,
      { actorId: ID, automatic: true },
      'actorId: Automatic actions have no actor.',
    ],
  ])('returns its reason for a %s', (_, model, value, message) => {
    expect(issuesOf(model.safeParse(value))).toEqual([message])
  })
})
