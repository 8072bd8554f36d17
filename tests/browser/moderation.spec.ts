import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeMember,
  becomeStaff,
  composer,
  expect,
  findMatch,
  type Server,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'

test.use({ apart: 'moderation' })

async function openConsole(visitor: Visitor, role: 'MODERATOR' | 'ADMIN', server: Server) {
  const profile = await becomeStaff(visitor, role, server)
  await visitor.page.goto('/admin')
  return profile
}

async function talkAndReport(asha: Visitor, ben: Visitor, said: string, reason: string, category?: string) {
  await findMatch(asha)
  await findMatch(ben)
  await composer(asha).waitFor()
  await say(ben, said)
  await expect(asha.page.getByRole('log').getByText(said)).toBeVisible()
  await asha.page.getByRole('button', { name: 'Report', exact: true }).click()
  if (category) await asha.page.getByRole('radio', { name: category }).check()
  await asha.page.getByLabel('What happened?').fill(reason)
  await asha.page.getByRole('button', { name: 'Submit Report' }).click()
  await asha.page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
}

const tokenOf = ({ page }: Visitor) => page.evaluate(() => localStorage.getItem('authToken') ?? '')

const ask = (page: Page, token: string, query: string, variables: Record<string, unknown> = {}) =>
  page.evaluate(
    async ({ token, ...body }) => {
      const answer = await fetch('/graphql', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()).data
    },
    { token, query, variables },
  )

// covers: beyond-moderation-reports
test('a moderator reads the evidence and decides; an administrator decides the appeal', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await becomeMember(asha, ['Moderated'])
  const { displayName } = await becomeMember(ben, ['Moderated'])
  const hisToken = await tokenOf(ben)
  await talkAndReport(asha, ben, 'Join my group, only ten places left', 'Keeps selling something')

  const moderator = await newVisitor()
  const { page } = moderator
  const { displayName: moderatorName } = await openConsole(moderator, 'MODERATOR', server)
  const row = page.getByRole('button', { name: new RegExp(displayName) })
  await row.focus()
  await expect(page.getByRole('tab', { name: 'Users' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Join my group, only ten places left')).toBeVisible()
  await expect(page.getByText('Reports so far')).toBeVisible()
  await expectAccessible(page, 'a report')

  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a reason. The person will read it.')
  await page.getByLabel('Reason (the person will read this)').fill('Selling to people who said no')
  await page.getByLabel('For how long').selectOption('3 days')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText('There are no open reports. New reports appear here.')).toBeVisible()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page.getByRole('row', { name: /Selling to people/ })).toContainText(moderatorName)
  await expectAccessible(page, 'the audit log')
  await page.getByRole('tab', { name: 'Decided' }).click()
  await page.getByRole('button', { name: new RegExp(displayName) }).click()
  const decision = page.getByRole('list', { name: 'Decisions' })
  await expect(decision).toContainText('Suspended until')
  await expect(decision).toContainText('Selling to people who said no')
  await expect(decision).toContainText(moderatorName)

  const { standing } = await ask(ben.page, hisToken, '{ standing { suspended history { actionId } } }')
  expect(standing.suspended).toBe(true)
  await ask(
    ben.page,
    hisToken,
    'mutation($id: ID!) { appeal(actionId: $id, text: "I was only telling her of it") }',
    {
      id: standing.history[0].actionId,
    },
  )

  await page.getByRole('tab', { name: 'Appeals' }).click()
  await expect(page.getByText('You made this decision. Another moderator should decide.')).toBeVisible()
  const admin = await newVisitor()
  await openConsole(admin, 'ADMIN', server)
  await page.getByRole('button', { name: 'There is no other moderator' }).click()
  await page.getByLabel('Answer (the person will read this)').fill('Mine again')
  await page.getByRole('button', { name: 'Reverse decision' }).click()
  await expect(page.getByRole('alert')).toContainText('another moderator must decide the appeal')

  await admin.page.getByRole('tab', { name: 'Moderation' }).click()
  await admin.page.getByRole('tab', { name: 'Appeals' }).click()
  await expectAccessible(admin.page, 'an appeal')
  await admin.page.getByLabel('Answer (the person will read this)').fill('Told, not sold')
  await admin.page.getByRole('button', { name: 'Reverse decision' }).click()
  await expect(admin.page.getByText('There are no open appeals.')).toBeVisible()
  expect((await ask(ben.page, hisToken, '{ standing { suspended } }')).standing.suspended).toBe(false)
})

// covers: beyond-console-figures
test('an administrator sees live figures, opens a person, bans them and reverses the ban', async ({
  newVisitor,
  server,
}) => {
  const ben = await newVisitor()
  const { displayName, email } = await becomeMember(ben, ['Order'])
  const admin = await newVisitor()
  const { page } = admin
  await openConsole(admin, 'ADMIN', server)
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible()
  await expect(page.getByRole('img', { name: /In the last hour/ })).toBeVisible()
  const waiting = page.locator('.live-list > div', { hasText: 'Waiting for a match' })
  await findMatch(ben)
  await expect(waiting).toContainText('1', { timeout: 10_000 })
  await expectAccessible(page, 'live figures')

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByLabel('Find by name or email').fill(email)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: displayName }).click()
  const sheet = page.getByRole('dialog', { name: displayName })
  await expect(sheet.getByText('Active', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a person')
  await sheet.getByLabel('Reason (the person will read this)').fill('Threats')
  await sheet.getByRole('button', { name: 'Ban', exact: true }).click()
  await sheet.getByRole('button', { name: 'Ban permanently?' }).click()
  await expect(sheet.getByText('Banned').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('cell', { name: 'Inactive' })).toBeVisible()
  await page.getByRole('button', { name: displayName }).click()
  await sheet.getByRole('button', { name: 'Reverse' }).click()
  await page.keyboard.type('A mistake')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Active', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
})

// covers: beyond-reports-by-category
test('a moderator filters the reports by category', async ({ newVisitor, server }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await becomeMember(asha, ['Categories of reports'])
  const { displayName } = await becomeMember(ben, ['Categories of reports'])
  await talkAndReport(asha, ben, 'Good evening', 'He insults my country', 'Hate')

  const moderator = await newVisitor()
  const { page } = moderator
  await openConsole(moderator, 'MODERATOR', server)
  const row = page.getByRole('button', { name: new RegExp(displayName) })
  await expect(row).toContainText('Hate')
  const filter = page.getByRole('combobox', { name: 'Category' })
  const choose = async (category: string) => {
    await filter.press('Enter')
    await page.getByRole('option', { name: category }).press('Enter')
  }
  await choose('Self-harm')
  await expect(page.getByText('There are no open reports in this category.')).toBeVisible()
  await choose('Hate')
  await expect(row).toBeVisible()
  await expectAccessible(page, 'the filtered reports')
})
