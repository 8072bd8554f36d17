import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isRestrictionKind, type RestrictionKind } from '#schema/moderation.ts'
import './safety.css'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DocumentPage } from '#schema/pages.ts'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useServices } from '../../hooks/services.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { DocumentText } from '../shared/documents/document-text.tsx'
import { Appeal } from './appeal.tsx'
import { dateOf, endOf } from './dates.ts'
import { STANDING, type Standing, type Warning } from './operations.ts'
import { captionOf, onlyCaptionOf, SCREEN_TITLES, TITLES_ON } from './restriction-texts.ts'

/** A decision that closes the account while it lasts. */
type Restriction = Warning & { kind: RestrictionKind }

/** How often the screen checks whether the suspension is over. */
const POLL_EVERY = 30_000

/** The only screen of a suspended member, besides the documents. */
export function SuspendedScreen({ page }: { page: DocumentPage | null }) {
  if (page)
    return (
      <main className="page suspended">
        <p className="notice" data-tone="you">
          <span>
            <Trans>
              Your account is suspended.{' '}
              <Link className="link" to="/">
                See why and what you can do
              </Link>
            </Trans>
          </span>
        </p>
        <DocumentText page={page} />
      </main>
    )
  return (
    <GraphqlProvider>
      <Suspension />
    </GraphqlProvider>
  )
}

function Suspension() {
  const { session, tabStorage } = useServices()
  const { data, loading, failure, refetch } = useQuery(STANDING, {})
  const standing = data?.standing
  usePolling(() => {
    void refetch()
    void session.refresh().catch(() => undefined)
  })

  const over = standing?.suspended === false
  useEffect(() => {
    if (over) void session.refresh().catch(() => undefined)
  }, [over, session])

  async function logOut() {
    tabStorage.clear()
    try {
      await session.logout()
    } catch {
      // Log out this browser even if the server can't be reached.
      session.abandon()
    }
  }

  // The app is gone with its focused element, unasked: focus the title, and screen readers read it.
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  const sanctions = standing ? activeSanctions(standing) : []
  const paused = sanctions.length > 0 && sanctions.every(({ kind }) => kind === 'PAUSE')
  return (
    <main className="page suspended">
      <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
        <circle cx="14" cy="13" r="11" />
        <circle className="dash" cx="26" cy="13" r="11" />
      </svg>
      <header>
        <h1 className="display" ref={title} tabIndex={-1}>
          {i18n._(SCREEN_TITLES[standing?.banned ? 'BAN' : paused ? 'PAUSE' : 'SUSPEND'])}
        </h1>
        {standing && <p className="lede">{endText(standing, paused)}</p>}
      </header>
      {sanctions.map((warning) => (
        <Reason key={warning.actionId} warning={warning} one={sanctions.length === 1} />
      ))}
      {!standing && failure && !loading && (
        <div className="notice" data-tone="danger" role="alert">
          <strong>{t`We couldn't load the reason.`}</strong>
          <span>{failure.message}</span>
          <Button size="sm" variant="quiet" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </div>
      )}
      {!standing && loading && <Loading label={t`Loading the reason`} />}
      <section>
        <h2 className="heading">{t`What it means`}</h2>
        <ul className="plain-list">
          <li>{t`Your chats have ended. No one can find you, see you or write to you.`}</li>
          <li>{t`If you paid for Premium, it keeps running until its end date.`}</li>
          <li>
            <Trans>
              Your data stays yours. You can{' '}
              <Link className="link" to="/privacy-centre">
                download or delete it
              </Link>
              .
            </Trans>
          </li>
        </ul>
      </section>
      {sanctions.length > 0 && (
        <section>
          <h2 className="heading">{t`If this was a mistake`}</h2>
          {sanctions.map((warning) => (
            <div className="held" key={warning.actionId}>
              {sanctions.length > 1 && (
                <h3 className="subhead">{TITLES_ON[warning.kind](dateOf(warning.at))}</h3>
              )}
              <Appeal warning={warning} onChanged={refetch} />
            </div>
          ))}
        </section>
      )}
      <Button variant="quiet" onClick={() => void logOut()}>
        {t`Log out`}
      </Button>
    </main>
  )
}

/**
 * Returns the sanctions that are active, latest first. The server's `until` counts, because this browser's clock may
 * be wrong.
 */
const activeSanctions = ({ history, until: end }: Standing) =>
  history.filter(
    (warning): warning is Restriction =>
      isRestrictionKind(warning.kind) &&
      !warning.reversed &&
      (warning.until === null || warning.until === end || Date.parse(warning.until) > Date.now()),
  )

function endText({ banned, until }: Standing, paused: boolean) {
  if (banned || !until) return banned ? t`This has no end date.` : null
  const end = endOf(until)
  return paused ? t`Until a moderator has looked, at the latest until ${end}.` : t`Until ${end}.`
}

function Reason({ warning: { kind, reason, at, until }, one }: { warning: Restriction; one: boolean }) {
  const date = dateOf(at)
  return (
    <figure>
      <figcaption className="caption ink-3">
        {one ? onlyCaptionOf(kind, date) : captionOf(kind, date, until && endOf(until))}
      </figcaption>
      <blockquote className="given" dir="auto">
        {kind === 'PAUSE'
          ? t`Several people reported you within a few days. A moderator will read the reports and then decide.`
          : reason}
      </blockquote>
    </figure>
  )
}

function usePolling(look: () => void) {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    const now = () => latest.current()
    const timer = setInterval(now, POLL_EVERY)
    window.addEventListener('focus', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', now)
    }
  }, [])
}
