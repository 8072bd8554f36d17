import { becomeMember, composer, expect, findMatch, say, test, type Visitor } from '../kit/browser.ts'

const status = (visitor: Visitor) => visitor.page.locator('.chat-head .about')

/** Fails while the goodbye of a page counts. */
const NO_GOODBYE = `DO $$ BEGIN
  IF EXISTS (SELECT FROM conversation_member WHERE leaving_since IS NOT NULL) THEN RAISE EXCEPTION 'a goodbye'; END IF;
END $$`

// covers: design-away-when-lost
test('a partner who reloads stays online; one whose page crashes is away until it is back', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const interests = ['Slow connections']
  await becomeMember(asha, interests)
  const { displayName } = await becomeMember(ben, interests)
  await findMatch(asha)
  await findMatch(ben)
  await composer(asha).waitFor()
  await expect(status(asha)).toContainText('Online')

  // Records every text of the header from now on.
  const said = await asha.page.evaluateHandle(() => {
    const texts: string[] = []
    const note = () => texts.push(document.querySelector('.chat-head .about')?.textContent ?? 'no chat')
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    return texts
  })
  for (const text of ['Back once', 'Back twice']) {
    await ben.page.reload()
    await say(ben, text)
    await expect(asha.page.getByRole('log')).toContainText(text)
  }
  const texts = await said.jsonValue()
  expect(texts.filter((text) => /Away|Offline|no chat/.test(text))).toEqual([])

  // A crashed page sends no goodbye, and the two goodbyes of the reloads no longer count once the stream is steady.
  await expect(() => server.sql(NO_GOODBYE)).toPass()
  const crashed = ben.page.waitForEvent('crash')
  const devtools = await ben.context.newCDPSession(ben.page)
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await expect(status(asha)).toContainText('Away', { timeout: 30_000 })
  await expect(asha.page.getByRole('status').getByText(`${displayName} is away`)).toBeAttached()
  await expect(composer(asha)).toBeEnabled()
  await asha.page.reload()
  await expect(status(asha)).toContainText('Away')
  await say(asha, 'Written while you were away')

  const back = { ...ben, page: await ben.context.newPage() }
  await back.page.goto('/')
  await expect(back.page.getByRole('log')).toContainText('Written while you were away')
  await expect(status(asha)).toContainText('Online')
})
