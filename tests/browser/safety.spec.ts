import * as z from 'zod'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeStaff,
  composer,
  expect,
  logInByForm,
  PASSWORD,
  type Server,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'
import { aMember, meet, type Named } from '../kit/named-visitors.ts'

type NewVisitor = () => Promise<Visitor>

const answerOf = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).default([]),
})
const nodesOf = (person: 'reported' | 'person') =>
  z.object({
    nodes: z.array(z.looseObject({ id: z.string(), [person]: z.object({ displayName: z.string() }) })),
  })

/** A moderator's GraphQL client. The console has its own tests. */
async function aModerator(newVisitor: NewVisitor, server: Server) {
  const visitor = await newVisitor()
  const { page } = visitor
  const { token } = await becomeStaff(visitor, 'MODERATOR', server)

  async function ask(query: string, variables: Record<string, unknown> = {}) {
    const answer = await page.request.post('/graphql', {
      data: { query, variables },
      headers: { authorization: `Bearer ${token}` },
    })
    const { data, errors } = answerOf.parse(await answer.json())
    expect(errors).toEqual([])
    return data ?? {}
  }

  /** Returns the id of the open case about this person. */
  async function openAbout(field: 'reports' | 'appeals', { profile: { displayName } }: Named) {
    const person = field === 'reports' ? 'reported' : 'person'
    const answer = await ask(`{ ${field}(first: 100) { nodes { id ${person} { displayName } } } }`)
    const { nodes } = nodesOf(person).parse(answer[field])
    const found = nodes.find((node) => JSON.stringify(node).includes(JSON.stringify(displayName)))
    if (!found) throw new Error(`nothing about ${displayName} among the open ${field}`)
    return found.id
  }

  const idOf = async ({ page: theirs }: Named) =>
    (await (await theirs.request.get('/api/session')).json()).user.id as string

  return {
    async decide(about: Named, kind: 'WARN' | 'SUSPEND' | 'BAN', reason: string) {
      await ask(
        `mutation($id: ID!, $kind: Decision!, $reason: String!, $days: Int) {
          decideAboutPerson(id: $id, kind: $kind, reason: $reason, days: $days) }`,
        { id: await idOf(about), kind, reason, ...(kind === 'SUSPEND' ? { days: 3 } : {}) },
      )
    },
    async suspendAsReported(reported: Named, reason: string) {
      await ask(
        'mutation($id: ID!, $reason: String!) { decideReport(id: $id, kind: SUSPEND, days: 3, reason: $reason) }',
        { id: await openAbout('reports', reported), reason },
      )
    },
    async takeBack(appellant: Named, answer: string) {
      await ask(
        'mutation($id: ID!, $answer: String!) { decideAppeal(id: $id, reverse: true, answer: $answer) }',
        { id: await openAbout('appeals', appellant), answer },
      )
    },
  }
}

const suspended = ({ page }: Visitor) => page.getByRole('heading', { name: 'Your account is suspended.' })
const section = ({ page }: Visitor, name: string) => page.getByRole('region', { name })

async function openSafetyCentre({ page }: Visitor) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Safety centre' }).click()
  await page.getByRole('heading', { name: 'Safety centre' }).waitFor()
}

// covers: beyond-blocked-people
test('a member blocks a person, finds them in the safety centre and unblocks them', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'Blocked once'), await aMember(newVisitor, 'Blocked once')]
  await meet(asha, ben)
  await asha.page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = asha.page.getByRole('dialog')
  await expect(dialog).toContainText('You can undo this in Settings, under Safety centre.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Block' }).click()
  await asha.page.getByRole('heading', { name: 'No Active Chat' }).waitFor()

  await openSafetyCentre(asha)
  await expect(asha.page).toHaveTitle(/Safety centre/)
  const blocked = section(asha, 'People you blocked')
  await expect(blocked.getByRole('listitem')).toContainText(ben.profile.displayName)
  await expect(section(asha, 'Decisions about you')).toContainText('You have no warnings and no suspensions.')
  await expect(section(asha, 'Your reports')).toContainText("You haven't reported anyone.")
  await expectAccessible(asha.page, 'safety centre')

  await blocked.getByRole('button', { name: `Unblock ${ben.profile.displayName}` }).click()
  await expect(dialog).toContainText('You may be matched again')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(blocked.getByRole('listitem')).toHaveCount(1)
  await blocked.getByRole('button', { name: /Unblock/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Unblock' }).click()
  await expect(blocked).toContainText("You haven't blocked anyone.")
  await expect(blocked.getByRole('heading')).toBeFocused()
  await settledHistory(asha.page, 0)
  await asha.page.reload()
  await expect(blocked).toContainText("You haven't blocked anyone.")
})

// covers: beyond-report-to-reversal, beyond-unsent-text-outlasts-page
test('both sides see a decided report, and the suspended member appeals and returns', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'Reported once'), await aMember(newVisitor, 'Reported once')]
  const [first, second] = [await aModerator(newVisitor, server), await aModerator(newVisitor, server)]
  await meet(asha, ben)
  await say(ben, 'Something that is not right')
  await asha.page.getByRole('log').getByText('Something that is not right').waitFor()
  await asha.page.getByRole('button', { name: 'Report', exact: true }).click()
  await asha.page.getByLabel('What happened?').fill('He would not stop.')
  await asha.page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(asha.page.getByText('You can follow the outcome in Settings').first()).toBeVisible()
  await openSafetyCentre(asha)
  const reports = section(asha, 'Your reports')
  await expect(reports).toContainText('Waiting for review')
  await expect(reports).toContainText('He would not stop.')

  // The suspended member's page is open and updates without a reload.
  await ben.page.getByText(`${asha.profile.displayName} has left.`).waitFor()
  await first.suspendAsReported(ben, 'You went on after a clear no.')
  await expect(suspended(ben)).toBeVisible()
  await expect(ben.page.getByText('You went on after a clear no.')).toBeVisible()
  await expect(ben.page.getByText(/^Until \w+day, \d+ \w+/)).toBeVisible()
  await expect(ben.page.getByText('Session Expired')).toHaveCount(0)
  await expectAccessible(ben.page, 'suspended')
  await asha.page.reload()
  await expect(reports).toContainText('We took action')
  await expect(reports).toContainText('Thank you for telling us. This person cannot use Rapport for now.')

  await ben.page.getByLabel('What did we get wrong?').fill('That was a line of a song we both know.')
  await ben.page.reload()
  await suspended(ben).waitFor()
  await expect(ben.page.getByLabel('What did we get wrong?')).toHaveValue(/^That was a line of a song/)
  await ben.page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(ben.page.getByText('A moderator will read your appeal.')).toBeVisible()
  await expect(ben.page.getByText('That was a line of a song we both know.')).toBeVisible()
  await expectAccessible(ben.page, 'suspended, with an appeal')

  await second.takeBack(ben, 'You are right, and we are sorry.')
  await ben.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(ben.page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await openSafetyCentre(ben)
  const decisions = section(ben, 'Decisions about you')
  await expect(decisions).toContainText('Reversed')
  await expect(decisions).toContainText('You are right, and we are sorry.')
})

// covers: beyond-suspended-page
test('a suspended member sees only the reason, the documents and the logout', async ({
  newVisitor,
  server,
}) => {
  const ben = await aMember(newVisitor, 'Banned once')
  const moderator = await aModerator(newVisitor, server)
  await moderator.decide(ben, 'BAN', 'Threats.')
  const again = await newVisitor()
  await logInByForm(again.page, ben.profile.email, PASSWORD)
  await expect(again.page.getByRole('heading', { name: 'Your account is banned.' })).toBeVisible()
  await expect(again.page.getByText('This has no end date.')).toBeVisible()
  await expect(again.page.getByText('Threats.')).toBeVisible()
  await expect(again.page.getByText('Login failed')).toHaveCount(0)
  await expect(again.page.getByRole('link', { name: 'download or delete it' })).toHaveAttribute(
    'href',
    '/privacy-centre',
  )

  await again.page.goto('/safety-centre')
  await expect(again.page.getByRole('heading', { name: 'Your account is banned.' })).toBeVisible()
  await again.page.goto('/terms')
  await expect(again.page.getByRole('heading', { name: 'Terms & Conditions' })).toBeVisible()
  await expectAccessible(again.page, 'a document for somebody suspended')
  await again.page.getByRole('link', { name: 'See why and what you can do' }).click()
  await again.page.getByRole('button', { name: 'Log out' }).click()
  await expect(again.page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await again.page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

// covers: beyond-safety-centre-status
test('a warned member reads the reason and appeals, and can retry after a server error', async ({
  newVisitor,
  server,
}) => {
  const ben = await aMember(newVisitor, 'Warned once')
  const moderator = await aModerator(newVisitor, server)
  await moderator.decide(ben, 'WARN', 'Please stay polite.')
  await ben.page.route('**/graphql', (route) => route.abort())
  await openSafetyCentre(ben)
  const decisions = section(ben, 'Decisions about you')
  await expect(decisions).toContainText("We couldn't load our decisions.")
  await expectAccessible(ben.page, 'safety centre, with the server away')
  await ben.page.unroute('**/graphql')
  await decisions.getByRole('button', { name: 'Try again' }).click()
  await expect(decisions).toContainText('Please stay polite.')
  await expect(decisions).toContainText('Strike until')

  await decisions.getByRole('button', { name: 'Appeal' }).press('Enter')
  await expect(decisions.getByLabel('What did we get wrong?')).toBeFocused()
  await expectAccessible(ben.page, 'safety centre, appealing')
  await decisions.getByLabel('What did we get wrong?').fill('It was a quotation.')
  await ben.page.reload()
  await expect(decisions.getByLabel('What did we get wrong?')).toHaveValue('It was a quotation.')
  await decisions.getByRole('button', { name: 'Send appeal' }).click()
  await expect(decisions).toContainText('A moderator will read your appeal.')
  await expect(decisions.getByRole('button', { name: 'Appeal' })).toHaveCount(0)
})

// covers: beyond-icebreakers-by-keyboard
test('a first chat shows a safety note, and a first line can be chosen by keyboard', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await aMember(newVisitor, 'Night trains'), await aMember(newVisitor, 'Night trains')]
  await meet(asha, ben)
  const note = asha.page.getByRole('note')
  await expect(note).toContainText("You're chatting with someone new.")
  const ways = (who: Named) =>
    who.page.getByRole('group', { name: 'Suggested first messages' }).getByRole('button')
  await expect(ways(asha)).toHaveCount(3)
  await expectAccessible(asha.page, 'first chat')

  // Backwards from the message field: Find Another, then the last suggested line.
  await expect(composer(asha)).toBeFocused()
  await asha.page.keyboard.press('Shift+Tab')
  await asha.page.keyboard.press('Shift+Tab')
  await expect(ways(asha).last()).toBeFocused()
  const chosen = (await ways(asha).last().textContent()) ?? ''
  await asha.page.keyboard.press('Enter')
  await expect(composer(asha)).toBeFocused()
  await expect(composer(asha)).toHaveValue(chosen)

  // Another suggestion replaces it; the member's own text stays.
  const other = (await ways(asha).first().textContent()) ?? ''
  await ways(asha).first().click()
  await expect(composer(asha)).toHaveValue(other)
  await composer(asha).fill('Hello!')
  await ways(asha).first().click()
  await expect(composer(asha)).toHaveValue(`Hello! ${other}`)
  await asha.page.keyboard.press('Enter')
  await expect(ben.page.getByRole('log')).toContainText(`Hello! ${other}`)
  await expect(ben.page.getByRole('log')).not.toContainText(chosen)
  for (const who of [asha, ben]) await expect(ways(who)).toHaveCount(0)

  await note.getByRole('button', { name: 'Close this note' }).press('Enter')
  await expect(note).toHaveCount(0)
  await expect(composer(asha)).toBeFocused()
  await asha.page.reload()
  await expect(asha.page.getByRole('log')).toContainText(other)
  await expect(note).toHaveCount(0)
  await expect(ways(asha)).toHaveCount(0)
  await expect(ben.page.getByRole('note')).toBeVisible()
})

// covers: beyond-safety-advice-beside-chat
test('safety advice opens beside a chat and keeps the draft and the stream', async ({ newVisitor }) => {
  const [asha, ben] = [await aMember(newVisitor, 'Kind advice'), await aMember(newVisitor, 'Kind advice')]
  await meet(asha, ben)
  const note = asha.page.getByRole('note')
  await composer(asha).fill('A draft')
  await note.getByRole('button', { name: 'How to stay safe' }).click()
  const sheet = asha.page.getByRole('dialog', { name: 'Safety' })
  await expect(sheet.getByRole('heading', { name: 'Meeting for the first time' })).toBeVisible()
  await expect(sheet.getByRole('listitem')).toContainText(ben.profile.displayName)
  await expectAccessible(asha.page, 'safety beside a chat')
  // The stream stays open, and the draft stays.
  await say(ben, 'Said while she reads')
  await expect(asha.page.getByText('Said while she reads')).toBeAttached()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(composer(asha)).toHaveValue('A draft')
})
