import { expect, it } from 'vitest'
import { clearDraft, EMPTY, readDraft, saveDraft } from '#web/screens/auth/register-draft.ts'
import { createStorage } from '../../kit/storage.ts'

const FILLED = {
  ...EMPTY,
  userName: 'anika@example.com',
  phone: '+91 98220 12345',
  password: 'Monsoon-2026',
  termsAccepted: true,
}

// covers: 4.8-register-drafts
it('the draft of a registration has all fields except the password and the consent, until it is cleared', () => {
  const storage = createStorage()
  saveDraft(storage, FILLED)
  expect(readDraft(storage)).toEqual({ ...FILLED, password: '', termsAccepted: false })
  expect(storage.getItem('register-draft')).not.toContain('Monsoon')
  clearDraft(storage)
  expect(readDraft(storage)).toEqual(EMPTY)
})

it('the form works without a draft when the storage is blocked', () => {
  const storage = createStorage()
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(() => saveDraft(storage, FILLED)).not.toThrow()
})

it('a draft with unexpected content is ignored', () => {
  const storage = createStorage()
  storage.setItem('register-draft', '{"phone":7,"interests":[1],"age":"31"}')
  expect(readDraft(storage)).toEqual({ ...EMPTY, age: '31' })
})
