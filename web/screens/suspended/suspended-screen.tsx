import { isRestrictionKind } from '#schema/moderation.ts'
import '../safety/safety.css'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DocumentPage } from '#schema/pages.ts'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useServices } from '../../hooks/services.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { DocumentText } from '../documents/document-text.tsx'
import { Appeal } from '../safety/appeal.tsx'
import { dateOf, endOf } from '../safety/dates.ts'
import { DECISION_TITLES } from '../safety/decision-titles.ts'
import { STANDING, type Standing, type Warning } from '../safety/operations.ts'

/** How often the screen checks whether the suspension is over. */
const POLL_EVERY = 30_000

/** The only screen of a suspended member, besides the documents. */
export function SuspendedScreen({ page }: { page: DocumentPage | null }) {
  if (page)
    return (
      <main className="page suspended">
        <p className="notice" data-tone="you">
          <span>
            Your account is suspended.{' '}
            <Link className="link" to="/">
              See why and what you can do
            </Link>
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
  const { session } = useServices()
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
    try {
      await session.logout()
    } catch {
      // Log out this browser even if the server can't be reached.
      session.leave()
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
          Your account is {standing?.banned ? 'banned' : paused ? 'paused' : 'suspended'}.
        </h1>
        {standing && <p className="lede">{endText(standing, paused)}</p>}
      </header>
      {sanctions.map((warning) => (
        <Reason key={warning.actionId} warning={warning} one={sanctions.length === 1} />
      ))}
      {!standing && failure && !loading && (
        <div className="notice" data-tone="danger" role="alert">
          <strong>We couldn't load the reason.</strong>
          <span>{failure.message}</span>
          <Button size="sm" variant="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!standing && loading && <Loading label="Loading the reason" />}
      <section>
        <h2 className="heading">What it means</h2>
        <ul className="plain-list">
          <li>Your chats have ended. No one can find you, see you or write to you.</li>
          <li>If you paid for Premium, it keeps running until its end date.</li>
          <li>
            Your data stays yours. You can{' '}
            <Link className="link" to="/privacy-centre">
              download or delete it
            </Link>
            .
          </li>
        </ul>
      </section>
      {sanctions.length > 0 && (
        <section>
          <h2 className="heading">If this was a mistake</h2>
          {sanctions.map((warning) => (
            <div className="held" key={warning.actionId}>
              {sanctions.length > 1 && (
                <h3 className="subhead">
                  {DECISION_TITLES[warning.kind]} on {dateOf(warning.at)}
                </h3>
              )}
              <Appeal warning={warning} onChanged={refetch} />
            </div>
          ))}
        </section>
      )}
      <Button variant="quiet" onClick={() => void logOut()}>
        Log out
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
    ({ kind, reversed, until }) =>
      isRestrictionKind(kind) &&
      !reversed &&
      (until === null || until === end || Date.parse(until) > Date.now()),
  )

function endText({ banned, until }: Standing, paused: boolean) {
  if (banned || !until) return banned ? 'This has no end date.' : null
  return `${paused ? 'Until a moderator has looked, at the latest until' : 'Until'} ${endOf(until)}.`
}

function Reason({ warning: { kind, reason, at, until }, one }: { warning: Warning; one: boolean }) {
  const paused = kind === 'PAUSE'
  return (
    <figure>
      <figcaption className="caption ink-3">
        {one ? (paused ? 'What happened' : 'Our reason') : DECISION_TITLES[kind]}, {dateOf(at)}
        {!one && until && `, until ${endOf(until)}`}
      </figcaption>
      <blockquote className="given" dir="auto">
        {paused
          ? 'Several people reported you within a few days. A moderator will read the reports and then decide.'
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
