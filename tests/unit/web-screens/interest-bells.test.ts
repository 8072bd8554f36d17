import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { BellsOffer } from '#web/screens/shared/wishes/bells-offer.tsx'
import { InterestBells } from '#web/screens/shared/wishes/interest-bells.tsx'
import { useInterestBells, withBell } from '#web/screens/shared/wishes/use-interest-bells.ts'
import { eventually } from '../../kit/eventually.ts'
import { lostConnection, refusal, signedIn } from '../web-state/kit.ts'
import { drawMarkup, drawTexts, memberOf, runHook } from './draw.tsx'

const bells = [
  { interest: 'Fermentation', on: false },
  { interest: 'Jazz', on: true },
]
const interests = bells.map(({ interest }) => interest)

async function open() {
  const browser = await signedIn({ interests })
  return { ...browser, member: memberOf(browser) }
}

describe('withBell', () => {
  // covers: beyond-interest-bell-screen
  it('shows a changed bell before the server has it, and keeps the others', () => {
    expect(withBell({ bells }, { interest: 'Fermentation', on: true })).toEqual({
      bells: [
        { interest: 'Fermentation', on: true },
        { interest: 'Jazz', on: true },
      ],
    })
  })
})

describe('the bells of the screen', () => {
  async function load() {
    const drawing = await open()
    drawing.server.on('getInterestBells', { body: { bells } })
    const hook = await runHook(drawing, () => useInterestBells(interests))
    await eventually(() => expect(hook().bells).toEqual(bells))
    return { ...drawing, hook }
  }

  // covers: beyond-interest-bell-screen
  it('take a refused change back and say why, until the next one', async () => {
    const { hook, server } = await load()
    server.on('setInterestBell', refusal(404, 'NOT_FOUND', 'This interest is not in your profile.'))
    hook().set({ interest: 'Fermentation', on: true })
    await eventually(() => expect(hook().refusals['Fermentation']).toContain('not in your profile'))
    expect(hook().bells).toEqual(bells)
    server.on('setInterestBell', { body: { bells } })
    hook().set({ interest: 'Fermentation', on: true })
    await eventually(() => expect(hook().refusals['Fermentation']).toBeUndefined())
    expect(hook().bells?.[0]).toEqual({ interest: 'Fermentation', on: true })
  })

  // covers: beyond-interest-bell-screen
  it('load again on request after a failure', async () => {
    const drawing = await open()
    drawing.server.on('getInterestBells', lostConnection())
    const hook = await runHook(drawing, () => useInterestBells(interests))
    await eventually(() => expect(hook().hasFailed).toBe(true))
    drawing.server.on('getInterestBells', { body: { bells } })
    await hook().retry()
    await eventually(() => expect(hook()).toMatchObject({ bells, hasFailed: false }))
  })

  // covers: beyond-interest-bell-screen
  it('stand as disabled switches at their place while they load', async () => {
    const drawing = await open()
    const markup = await drawMarkup(drawing, createElement(InterestBells, { interests }))
    expect(markup).toContain('aria-busy="true"')
    expect(markup.match(/role="switch"/g)).toHaveLength(2)
    expect(markup.match(/disabled=""/g)).toHaveLength(2)
    const texts = await drawTexts(drawing, createElement(InterestBells, { interests }))
    expect(texts).toEqual(expect.arrayContaining(['Tell me when someone is looking who likes', ...interests]))
  })

  // covers: beyond-interest-bell-screen
  it('wait behind one button on the search screen', async () => {
    expect(await drawTexts(await open(), createElement(BellsOffer, { interests }))).toEqual([
      'Tell me when someone is looking',
    ])
  })
})
