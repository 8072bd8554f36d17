import { describe, expect, it } from 'vitest'
import { call, join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const change = (person: Person, changes: Record<string, unknown> = {}) =>
  person.call('PUT', '/api/v1/user', {
    id: person.id,
    displayName: 'New Name',
    interests: 'Chess, Night trains',
    lookingFor: 'Dating,Networking',
    nearBy: true,
    age: 40,
    filterByGender: 'female',
    ...changes,
  })
const sessionUser = async (person: Person) => (await person.call('GET', '/api/session')).body.user

describe('a profile', () => {
  // covers: 7-update-user
  it('accepts changes by its member, with lists sent as comma-joined text', async () => {
    const asha = await join(node)
    const { status, body } = await change(asha)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      displayName: 'New Name',
      interests: ['Chess', 'Night trains'],
      lookingFor: ['Dating', 'Networking'],
      age: 40,
    })
    expect(await sessionUser(asha)).toEqual(body)
  })

  // covers: design-spoken-languages
  it('keeps its languages when a request leaves them out, and loses them with an empty list', async () => {
    const asha = await join(node)
    expect(asha.user.languages).toEqual([])
    expect((await change(asha, { languages: 'mr,en' })).body).toMatchObject({ languages: ['mr', 'en'] })
    expect((await change(asha)).body).toMatchObject({ languages: ['mr', 'en'] })
    expect(await sessionUser(asha)).toMatchObject({ languages: ['mr', 'en'] })
    expect((await change(asha, { languages: [] })).body).toMatchObject({ languages: [] })
  })

  // covers: beyond-exchange-profile
  it('stores the languages it learns, and keeps them when a request leaves them out', async () => {
    const asha = await join(node)
    const named = { languages: 'mr,en', learning: 'fr,es' }
    expect(asha.user.learning).toEqual([])
    expect((await change(asha, named)).body).toMatchObject({ learning: ['fr', 'es'] })
    expect((await change(asha)).body).toMatchObject({ learning: ['fr', 'es'] })
    expect(await sessionUser(asha)).toMatchObject({ learning: ['fr', 'es'] })
    expect((await change(asha, { languages: 'mr,fr' })).body).toMatchObject({ learning: ['es'] })
    expect((await change(asha, { ...named, learning: [] })).body).toMatchObject({ learning: [] })
  })

  // covers: beyond-exchange-profile
  it.each([
    [{ learning: 'fr' }, { languages: 'To learn a language, also choose the languages you speak' }],
    [
      { languages: [], learning: ['fr'] },
      { languages: 'To learn a language, also choose the languages you speak' },
    ],
    [
      { languages: 'mr,fr', learning: 'es,fr' },
      { learning: 'You cannot learn a language that you already speak' },
    ],
  ])('refuses languages to learn that contradict those it speaks: %j', async (changes, fields) => {
    const asha = await join(node)
    expect(await change(asha, changes)).toMatchObject({ status: 400, body: { code: 'INVALID', fields } })
    expect(await sessionUser(asha)).toMatchObject({ languages: [], learning: [] })
  })

  // covers: design-account-language
  it('keeps its language until an update names another one', async () => {
    const asha = await join(node, { language: 'ja' })
    expect(asha.user.language).toBe('ja')
    expect((await change(asha)).body).toMatchObject({ language: 'ja' })
    expect((await change(asha, { language: 'pt-BR' })).body).toMatchObject({ language: 'pt-BR' })
    expect(await sessionUser(asha)).toMatchObject({ language: 'pt-BR' })
    expect(await change(asha, { language: 'tlh' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { language: expect.stringContaining('language must be one of') } },
    })
  })

  // covers: 5-nearby-needs-premium, 6-free-members
  it('accepts premium settings from premium members only', async () => {
    const [free, premium] = [await join(node, { nearBy: true }), await join(node, { premium: true })]
    expect((await change(free)).body).toMatchObject({ nearBy: false, filterByGender: null })
    expect((await change(premium)).body).toMatchObject({ nearBy: true, filterByGender: 'female' })
    for (const none of ['', 'all', null])
      expect((await change(premium, { filterByGender: none })).body).toMatchObject({ filterByGender: null })
  })

  // covers: 6-fixed-profile-fields
  it('ignores fields that a member may not change', async () => {
    const asha = await join(node)
    const { body } = await change(asha, {
      userName: 'other@example.com',
      phone: '+10000000000',
      gender: 'Male',
      role: 'ADMIN',
      premiumUser: true,
      emailVerified: false,
      city: 'Atlantis',
    })
    const { userName, phone, gender, role, premiumUser, city } = asha.user
    expect(body).toMatchObject({ userName, phone, gender, role, premiumUser, city, emailVerified: true })
  })

  // covers: 5-profile-rules
  it.each([
    ['id', '', 'User ID is required'],
    ['id', undefined, 'User ID is required'],
    ['displayName', '  ', 'Display name is required'],
    ['displayName', '\u200b\u200b', 'Display name is required'],
    ['displayName', 'x'.repeat(51), 'Display name cannot exceed 50 characters'],
    ['interests', '', 'At least one interest is required'],
    [
      'interests',
      Array.from({ length: 11 }, (_, i) => `Interest ${i}`).join(','),
      'Cannot have more than 10 interests',
    ],
    ['age', 17, 'Must be at least 18 years old'],
    ['age', 101, 'Invalid age'],
    ['lookingFor', '', 'Select at least one option'],
    ['languages', 'en,tlh', 'Choose languages from the list'],
    ['languages', 'pt-BR', 'Choose languages from the list'],
    ['languages', 'hi,en,hi', 'Each language can be selected only once'],
    ['languages', 'ar,de,en,es,fr,hi,id,ja,pt', 'Cannot select more than 8 languages'],
    ['learning', 'tlh', 'Choose languages from the list'],
    ['learning', 'fr,fr', 'Each language can be selected only once'],
    ['learning', 'ar,de,es,fr', 'You can learn at most 3 languages here'],
  ])('refuses %s %j with the message of the rule, and changes nothing', async (field, value, message) => {
    const asha = await join(node)
    const { status, body } = await change(asha, { [field]: value })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID', fields: { [field]: message } })
    expect(await sessionUser(asha)).toMatchObject({ displayName: asha.user.displayName })
  })

  it('refuses changes by another member', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const { status } = await change(asha, { id: ben.id })
    expect(status).toBe(403)
    expect(await sessionUser(ben)).toMatchObject({ displayName: ben.user.displayName })
  })

  it('needs a session', async () => {
    expect((await call(node.url, 'PUT', '/api/v1/user', { body: {} })).status).toBe(401)
  })
})

describe('a profile visit', () => {
  const visit = (person: Person, changes: Record<string, unknown> = {}) =>
    person.call('POST', '/api/v1/profile-visitor', {
      profileOwnerId: person.id,
      visitType: 'login',
      ...changes,
    })

  // covers: 3-profile-visitor, 7-profile-visitor
  it('records a login with its address and its rounded location', async () => {
    const asha = await join(node)
    const { status, body } = await visit(asha, {
      location: { latitude: 18.520431, longitude: 73.856744, accuracy: 20 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ visitorId: asha.id, profileOwnerId: asha.id, visitType: 'login' })
    expect(body).not.toHaveProperty('latitude')
    const row = await node.app.context.database.prisma.profileVisitor.findUniqueOrThrow({
      where: { id: String(body.id) },
    })
    expect(row).toMatchObject({ latitude: 18.52, longitude: 73.86, accuracy: 20, ipAddress: '127.0.0.1' })
  })

  it('needs no location', async () => {
    const asha = await join(node)
    expect((await visit(asha, { visitType: 'register', location: null })).status).toBe(200)
  })

  it('succeeds for a member of an earlier chat, and fails for a stranger', async () => {
    const { asha, ben } = await pair(node)
    const stranger = await join(node)
    expect((await visit(asha, { profileOwnerId: ben.id })).status).toBe(200)
    expect((await visit(asha, { profileOwnerId: stranger.id })).status).toBe(404)
  })

  it.each([
    { visitType: 'stalking' },
    { profileOwnerId: 'me' },
    { location: { latitude: 91, longitude: 0 } },
  ])('refuses %j', async (changes) => {
    const asha = await join(node)
    expect((await visit(asha, changes)).status).toBe(400)
  })

  it('needs a session', async () => {
    expect((await call(node.url, 'POST', '/api/v1/profile-visitor', { body: {} })).status).toBe(401)
  })
})
