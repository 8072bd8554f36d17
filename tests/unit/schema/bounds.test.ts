import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { mailedCode } from '#schema/account.ts'
import { adminListQuery } from '#schema/admin.ts'
import { listMessages, pageRequest, report, searchId, sendMessage } from '#schema/chat.ts'
import { LOOKING_FOR } from '#schema/enums.ts'
import { LIMITS } from '#schema/limits.ts'
import { position } from '#schema/location.ts'
import {
  appealRequest,
  auditLogFilter,
  bulkDismissal,
  decision,
  MAX_BULK,
  newNote,
} from '#schema/moderation.ts'
import { resetCodeForm, resetPassword } from '#schema/password.ts'
import { passwordConfirmation } from '#schema/privacy.ts'
import { profileUpdate } from '#schema/profile.ts'
import { login, registration } from '#schema/registration.ts'

const ID = '6f9d2a54-7f0f-4d7a-9f52-0e3d6b1c2a77'
const letters = (length: number) => 'x'.repeat(length)
const digits = (length: number) => '4'.repeat(length)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Interest ${index}`)
/** A password that satisfies every rule, at any length from 3 on. */
const password = (length: number) => `A1${'!'.repeat(length - 2)}`
const resetPasswordOf = (length: number) => `A1${'x'.repeat(length - 2)}`
/** A valid address of this length: the part before the @ has at most 64 characters, a label at most 63. */
const address = (length: number) => {
  const local = letters(64)
  let domain = 'example.io'
  while (local.length + 1 + domain.length < length) {
    const missing = length - local.length - 1 - domain.length
    domain = missing === 1 ? `e${domain}` : `${letters(Math.min(50, missing - 1))}.${domain}`
  }
  return `${local}@${domain}`
}

const REGISTRATION = {
  userName: 'asha@example.com',
  password: password(12),
  displayName: 'Asha who hikes',
  phone: '+919822012345',
  interests: ['Jazz'],
  gender: 'Female',
  age: 31,
  lookingFor: ['Friendship'],
}
const PROFILE = {
  id: ID,
  displayName: 'Asha',
  interests: ['Jazz'],
  lookingFor: ['Friendship'],
  age: 31,
}

interface Bound {
  name: string
  model: z.ZodType
  /** A whole request in which the limited value has this size. */
  of(size: number): unknown
  min?: number
  max?: number
}

const inside = (base: object, field: string, value: (size: number) => unknown) => (size: number) => ({
  ...base,
  [field]: value(size),
})
const registrationField = (field: string, value: (size: number) => unknown) => ({
  model: registration,
  of: inside(REGISTRATION, field, value),
})
const profileField = (field: string, value: (size: number) => unknown) => ({
  model: profileUpdate,
  of: inside(PROFILE, field, value),
})
const same = (size: number) => size

const { interests, lookingFor, age, phone, displayName, userName } = LIMITS

const BOUNDS: readonly Bound[] = [
  { name: 'the mail address at registration', ...registrationField('userName', address), max: userName.max },
  {
    name: 'the shortest mail address',
    ...registrationField('userName', (size) => `${letters(size - 'a@b.io'.length + 1)}@b.io`),
    min: 'a@b.io'.length,
  },
  { name: 'the password at registration', ...registrationField('password', password), ...LIMITS.password },
  { name: 'the display name at registration', ...registrationField('displayName', letters), ...displayName },
  {
    name: 'the display name of a profile',
    ...profileField('displayName', letters),
    min: 1,
    max: displayName.max,
  },
  { name: 'the phone number', ...registrationField('phone', digits), ...phone },
  {
    name: 'the number of interests at registration',
    ...registrationField('interests', numbered),
    min: interests.min,
    max: interests.max,
  },
  {
    name: 'the number of interests of a profile',
    ...profileField('interests', numbered),
    min: interests.min,
    max: interests.max,
  },
  {
    name: 'the number of interests in joined text',
    ...profileField('interests', (count) => numbered(count).join(',')),
    min: interests.min,
    max: interests.max,
  },
  {
    name: 'the length of an interest',
    ...registrationField('interests', (size) => [letters(size)]),
    min: 1,
    max: interests.maxLength,
  },
  {
    name: 'what a member looks for',
    ...registrationField('lookingFor', (count) =>
      Array.from({ length: count }, (_, index) => LOOKING_FOR[index % LOOKING_FOR.length]),
    ),
    ...lookingFor,
  },
  { name: 'the age at registration', ...registrationField('age', same), ...age },
  { name: 'the age of a profile', ...profileField('age', same), ...age },
  { name: 'the latitude at registration', ...registrationField('latitude', same), min: -90, max: 90 },
  { name: 'the longitude at registration', ...registrationField('longitude', same), min: -180, max: 180 },
  {
    name: 'the mail address at a login',
    model: login,
    of: inside({ userName: 'a@b.io', password: 'x' }, 'userName', letters),
    min: 1,
    max: userName.max,
  },
  {
    name: 'the password at a login',
    model: login,
    of: inside({ userName: 'a@b.io' }, 'password', letters),
    min: 1,
    max: LIMITS.password.max,
  },
  { name: 'a new password after a reset', model: resetPassword, of: resetPasswordOf, ...LIMITS.password },
  {
    name: 'a reset code',
    model: resetCodeForm,
    of: inside({ userName: 'a@b.io' }, 'resetCode', letters),
    min: LIMITS.resetCode.min,
    max: 64,
  },
  {
    name: 'the password that confirms an erasure',
    model: passwordConfirmation,
    of: inside({}, 'password', letters),
    min: 1,
    max: LIMITS.password.max,
  },
  {
    name: 'a mailed code',
    model: mailedCode,
    of: inside({ email: 'a@b.io' }, 'code', letters),
    min: 1,
    max: 200,
  },
  {
    name: 'a message',
    model: sendMessage,
    of: inside({ conversationId: ID }, 'message', letters),
    min: 1,
    max: LIMITS.message.max,
  },
  {
    name: 'the client’s key of a message',
    model: sendMessage,
    of: inside({ conversationId: ID, message: 'Hello' }, 'clientMessageId', letters),
    min: 1,
    max: 64,
  },
  { name: 'the name of a search', model: searchId, of: letters, min: 1, max: 64 },
  {
    name: 'the size of a page',
    model: pageRequest,
    of: inside({}, 'size', same),
    min: 1,
    max: LIMITS.maxPageSize,
  },
  {
    name: 'the number of a page',
    model: pageRequest,
    of: inside({}, 'pageNumber', same),
    min: 0,
    max: 1_000_000,
  },
  {
    name: 'the size of a page of messages',
    model: listMessages,
    of: inside({ id: ID }, 'size', same),
    min: 1,
    max: LIMITS.maxPageSize,
  },
  {
    name: 'the size of a page of members',
    model: adminListQuery,
    of: inside({}, 'size', same),
    min: 1,
    max: LIMITS.maxPageSize,
  },
  {
    name: 'finding members',
    model: adminListQuery,
    of: inside({}, 'search', letters),
    max: userName.max,
  },
  {
    name: 'the reason of a report',
    model: report,
    of: inside({ reportedUserId: ID }, 'reason', letters),
    min: 1,
    max: LIMITS.reportReason.max,
  },
  {
    name: 'an appeal',
    model: appealRequest,
    of: inside({ actionId: ID }, 'text', letters),
    min: 1,
    max: LIMITS.reportReason.max,
  },
  {
    name: 'the reason of a decision',
    model: decision,
    of: inside({ kind: 'WARN' }, 'reason', letters),
    min: 1,
    max: LIMITS.reportReason.max,
  },
  {
    name: 'the days of a suspension',
    model: decision,
    of: inside({ kind: 'SUSPEND', reason: 'Threats' }, 'days', same),
    min: 1,
    max: 365,
  },
  {
    name: 'a moderator’s note',
    model: newNote,
    of: inside({ userId: ID, reportId: null }, 'text', letters),
    min: 1,
    max: LIMITS.reportReason.max,
  },
  {
    name: 'the reports that are dismissed at once',
    model: bulkDismissal,
    of: inside({ reason: 'Nothing wrong' }, 'ids', (count) =>
      Array.from({ length: count }, () => crypto.randomUUID()),
    ),
    min: 1,
    max: MAX_BULK,
  },
  { name: 'the search of the audit log', model: auditLogFilter, of: inside({}, 'search', letters), max: 100 },
  { name: 'a latitude', model: position, of: inside({ longitude: 0 }, 'latitude', same), min: -90, max: 90 },
  {
    name: 'a longitude',
    model: position,
    of: inside({ latitude: 0 }, 'longitude', same),
    min: -180,
    max: 180,
  },
  {
    name: 'the accuracy of a position',
    model: position,
    of: inside({ latitude: 0, longitude: 0 }, 'accuracy', same),
    min: 0,
  },
]

const accepts = ({ model, of }: Bound, size: number) => model.safeParse(of(size)).success

describe('the bounds of a request', () => {
  it.each(BOUNDS.filter(({ min }) => min !== undefined))(
    'accept $name from $min on, and refuse it one below',
    (bound) => {
      const { min = 0 } = bound
      expect([accepts(bound, min), accepts(bound, min - 1)]).toEqual([true, false])
    },
  )

  it.each(BOUNDS.filter(({ max }) => max !== undefined))(
    'accept $name up to $max, and refuse it one above',
    (bound) => {
      const { max = 0 } = bound
      expect([accepts(bound, max), accepts(bound, max + 1)]).toEqual([true, false])
    },
  )
})
