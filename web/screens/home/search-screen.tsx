import './search.css'
import './match.css'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import { PRODUCT } from '#schema/product.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { interestName } from '../../i18n/interest-name.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { partnerName } from '../../state/chat/about-conversation.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { ignoreRepeats, isEscapePress } from '../../ui/keys.ts'
import { isLayerOpen } from '../../ui/layers.ts'
import { listText } from '../../ui/list-text.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { Mark } from '../../ui/mark.tsx'
import { InterestTags } from '../shared/interest-tags.tsx'
import { KnockSlot } from '../shared/knock-slot.tsx'
import { useSkipMatch } from './use-skip-match.ts'
import { useTabVisible } from './use-tab-visible.ts'

const SearchNotes = deferred(
  () => withTexts('search', import('../shared/wishes/search-notes.tsx')),
  'SearchNotes',
  () => null,
)

const STRANGERS: readonly (readonly [number, number])[] = [
  [62, 24],
  [78, 33],
  [87, 49],
  [72, 55],
  [80, 70],
  [63, 77],
  [90, 62],
  [69, 40],
  [58, 90],
  [84, 20],
]

/** The full-screen search: two circles drift, and a match brings each to rest on the other's rim. */
export function SearchScreen({ me }: { me: User }) {
  const { chat } = useMember()
  const state = useStore(chat)
  const visible = useTabVisible()
  const matched = state.phase === 'matched' ? state.conversation : null
  const hint = state.phase === 'searching' && state.hint

  useEffect(() => {
    // In a hidden tab the match waits for the member.
    if (!matched || !visible) return
    const timer = setTimeout(() => chat.enter(), TIMING.matchToast)
    return () => clearTimeout(timer)
  }, [chat, matched, visible])

  useSkipMatch(matched !== null, chat.enter)

  useEffect(() => {
    if (matched) return
    const onKey = (event: KeyboardEvent) => {
      // Ignores a key that is still held down from starting the search, and one that closes a menu or a dialog.
      if (isEscapePress(event) && !event.defaultPrevented && !isLayerOpen()) void chat.cancel()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [chat, matched])

  return (
    <div
      className="search"
      data-matched={matched ? '' : undefined}
      data-hint={hint ? '' : undefined}
      data-still={visible ? undefined : ''}
    >
      <span className="field-them" aria-hidden="true">
        {!matched &&
          STRANGERS.map(([x, y], index) => (
            <Mark
              key={`${x} ${y}`}
              id={`stranger ${x} ${y}`}
              size="1.5rem"
              style={{ '--x': `${x}%`, '--y': `${y}%`, '--i': index }}
            />
          ))}
      </span>
      <span className="field-you" aria-hidden="true">
        <span className="field-lens" />
        {!matched && (
          <span className="self">
            <Mark id={me.id} size="3.5rem" />
            <span className="mine">
              {me.interests.map((interest) => (
                <bdi key={interest}>{interestName(interest)}</bdi>
              ))}
            </span>
          </span>
        )}
      </span>
      <header className="search-top">
        <span className="logo">
          <LogoMark />
          <b translate="no">{PRODUCT.name}</b>
        </span>
        {state.phase === 'searching' && (
          <p>
            <span>{t`Finding a Chat Partner`}</span>
            <Elapsed since={state.since} />
          </p>
        )}
      </header>
      {matched ? <MatchFound conversation={matched} /> : <Searching me={me} />}
      <p className="sr-only" role="status">
        {matched
          ? matchText(matched)
          : hint
            ? t`It's quiet right now. Add more relevant interests to find more people.`
            : ''}
      </p>
      <footer className="search-foot">
        {!matched && <KnockSlot place="search" />}
        {hint && <Hint me={me} />}
      </footer>
    </div>
  )
}

function matchText(conversation: Conversation) {
  const name = partnerName(conversation)
  const interests = listText(conversation.sharedInterests.map(interestName))
  return interests === '' ? t`Match Found! ${name}.` : t`Match Found! ${name}. You both like ${interests}.`
}

function Searching({ me }: { me: User }) {
  const { chat } = useMember()
  const cancel = useRef<HTMLDivElement>(null)
  useEffect(() => cancel.current?.querySelector('button')?.focus(), [])
  return (
    <main className="search-body" ref={cancel}>
      <div className="looking words" role="status" id="looking">
        <h1 className="display">{t`Finding a match...`}</h1>
        <p className="lede">
          {t`Please hold tight while we find the best matching person based on your interests...`}
        </p>
      </div>
      <Suspense>
        <SearchNotes me={me} />
      </Suspense>
      <Button
        size="lg"
        aria-describedby="looking"
        onClick={() => void chat.cancel()}
        onKeyDown={ignoreRepeats}
      >
        {t`Cancel Search`}
      </Button>
    </main>
  )
}

function MatchFound({ conversation }: { conversation: Conversation }) {
  const shared = conversation.sharedInterests.slice(0, 3)
  return (
    <main className="search-body">
      <div className="matched">
        <p className="side you">
          <b>{t`You`}</b>
        </p>
        <div className="lens">
          <h1 className="title">{t`Match Found!`}</h1>
          {shared.length > 0 && (
            <>
              <span className="rule" />
              <p className="shared">
                {shared.map((interest) => (
                  <bdi key={interest}>{interestName(interest)}</bdi>
                ))}
              </p>
            </>
          )}
        </div>
        <p className="side them">
          <b>
            <bdi translate="no">{partnerName(conversation)}</bdi>
          </b>
        </p>
      </div>
    </main>
  )
}

function Hint({ me }: { me: User }) {
  const { toasts } = useServices()
  const { panel } = useMember()
  return (
    <section className="hint-card" aria-label={t`Your interests`}>
      <div className="what">
        <p>
          <Trans>
            <strong>It's quiet right now.</strong>{' '}
            <span className="ink-2">Add more relevant interests to find more people.</span>
          </Trans>
        </p>
        <InterestTags interests={me.interests} size="sm" />
      </div>
      <Button
        variant="soft"
        onClick={() => {
          toasts.show({
            title: t`Update Interests`,
            description: t`Your interests are edited from the profile settings menu.`,
          })
          panel.setState('profile')
        }}
      >
        {t`Update Interests`}
      </Button>
    </section>
  )
}

/** The elapsed time. It is not announced. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  return (
    <span className="num" aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
