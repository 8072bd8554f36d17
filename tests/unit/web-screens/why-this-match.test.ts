import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { User } from '#schema/account.ts'
import type { LookingFor } from '#schema/enums.ts'
import { commonWith } from '#web/screens/shared/wishes/common-with.ts'
import { ExchangeLine } from '#web/screens/shared/wishes/exchange-line.tsx'
import { WhyThisMatch } from '#web/screens/shared/wishes/why-this-match.tsx'
import { partner } from '../web-state/conversation-kit.ts'
import { aUser, signedIn } from '../web-state/kit.ts'
import { drawTexts } from './draw.tsx'

const sentence = async (
  interests: string[],
  common: { lookingFor?: LookingFor[]; languages?: string[]; isExchange?: boolean } = {},
) => {
  const props = { interests, lookingFor: [], languages: [], ...common }
  const texts = await drawTexts(await signedIn(), createElement(WhyThisMatch, props))
  return String(texts).replace('What brought you together: ', '')
}

describe('why two were matched', () => {
  // covers: beyond-exchange-chat
  it('names an exchange of languages before all', async () => {
    expect(await sentence(['Jazz'], { languages: ['en'], isExchange: true })).toBe('a language exchange.')
  })

  // covers: beyond-why-this-match
  it('names up to three shared interests and the common languages first', async () => {
    expect(await sentence(['Jazz', 'Tea', 'Chess', 'Yoga'], { languages: ['en', 'hi'] })).toContain(
      'you both like Jazz, Tea, Chess and speak English, Hindi.',
    )
    expect(await sentence(['Jazz'], { lookingFor: ['Dating'] })).toContain('you both like Jazz.')
  })

  // covers: beyond-why-this-match
  it('names what both look for, then the language, and else that both wanted to talk', async () => {
    const [lookingFor, languages]: [LookingFor[], string[]] = [['Friendship'], ['en']]
    expect(await sentence([], { lookingFor, languages })).toContain(
      'you want the same (Friendship) and both speak English.',
    )
    expect(await sentence([], { languages })).toContain(
      'you both speak English and wanted someone to talk to.',
    )
    expect(await sentence([], { lookingFor })).toContain('you both wanted someone to talk to.')
  })
})

describe('what a member has in common with a partner', () => {
  it('counts the language of the account for a member who names none', () => {
    const me = aUser({ languages: [], language: 'de', lookingFor: ['Dating'] })
    const them = { ...partner, languages: ['de' as const, 'en' as const], lookingFor: ['Dating' as const] }
    expect(commonWith(them, me)).toEqual({ lookingFor: ['Dating'], languages: ['de'] })
    expect(commonWith({ ...them, languages: ['en'], lookingFor: ['Networking'] }, me)).toEqual({
      lookingFor: [],
      languages: [],
    })
  })
})

describe('the line about a language exchange', () => {
  const line = async (learning: User['learning']) =>
    String(await drawTexts(await signedIn(), createElement(ExchangeLine, { me: { learning } })))

  it('names the languages that the member learns', async () => {
    expect(await line(['es'])).toContain('Language exchange: you learn Spanish.')
  })

  it('disappears when the member learns no language any more', async () => {
    expect(await line([])).toBe('')
  })
})
