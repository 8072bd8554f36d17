import { describe, expect, it, vi } from 'vitest'
import type { User } from '#schema/account.ts'
import { chooseLanguage } from '#web/state/session/choose-language.ts'
import { aUser, lostConnection, openBrowser, refusal, sessionOf, signedIn } from './kit.ts'

const PROFILE = {
  displayName: 'Anika K',
  interests: ['Jazz', 'Chess'],
  lookingFor: ['Dating', 'Networking'],
  nearBy: true,
  age: 42,
  filterByGender: 'male',
} satisfies Partial<User>

async function aMember({ premiumUser = true } = {}) {
  const browser = await signedIn()
  const user = aUser({ ...PROFILE, premiumUser, languages: ['mr', 'fr'] })
  // Another device has changed the profile since this page read it.
  browser.server.on('getSession', sessionOf(user))
  browser.server.on('updateProfile', { body: { ...user, language: 'de' } })
  return { ...browser, user, reload: vi.fn() }
}

const choose = ({
  services,
  storage,
  reload,
}: Pick<Awaited<ReturnType<typeof aMember>>, 'services' | 'storage' | 'reload'>) =>
  chooseLanguage({ ...services, storage, location: { reload } }, 'de')

describe('a chosen language', () => {
  // covers: design-language-saved-to-account
  it('changes nothing in the rest of the profile, which is read before', async () => {
    const member = await aMember()
    await choose(member)
    // Without `languages`: the server keeps the spoken languages of a request that does not name them.
    expect(member.server.of('updateProfile').map(({ body }) => body)).toEqual([
      { id: member.user.id, ...PROFILE, language: 'de' },
    ])
    const { user } = member.services.session.getState()
    expect([user?.language, user?.languages]).toEqual(['de', ['mr', 'fr']])
  })

  it('leaves the nearby choice of a free member as it is', async () => {
    const member = await aMember({ premiumUser: false })
    await choose(member)
    const [{ body } = { body: null }] = member.server.of('updateProfile')
    expect(body).toMatchObject({ displayName: PROFILE.displayName, language: 'de' })
    expect(body).not.toHaveProperty('nearBy')
    expect(body).not.toHaveProperty('filterByGender')
  })

  it('goes into the storage, and the page loads again once', async () => {
    const member = await aMember()
    await choose(member)
    expect(member.storage.getItem('language')).toBe('de')
    expect(member.reload).toHaveBeenCalledOnce()
  })

  it('goes into the storage without a request for a visitor', async () => {
    const browser = { ...openBrowser(), reload: vi.fn() }
    await choose(browser)
    expect(browser.server.asked).toEqual([])
    expect(browser.storage.getItem('language')).toBe('de')
    expect(browser.reload).toHaveBeenCalledOnce()
  })

  it.each([
    ['refused', refusal(500, 'SERVER_ERROR')],
    ['lost', lostConnection()],
  ])('stays as it was when its request is %s, and a toast says so', async (_, reply) => {
    const member = await aMember()
    member.server.on('updateProfile', reply)
    await choose(member)
    expect(member.storage.getItem('language')).toBeNull()
    expect(member.reload).not.toHaveBeenCalled()
    expect(member.services.toasts.getState()?.title).toBe("We couldn't change the language")
  })

  it('loads no page again when the browser forbids to store it', async () => {
    const member = await aMember()
    vi.spyOn(member.storage, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await choose(member)
    expect(member.reload).not.toHaveBeenCalled()
    expect(member.services.toasts.getState()?.title).toBe("We couldn't change the language")
  })
})
