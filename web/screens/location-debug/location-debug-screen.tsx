import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Position } from '#schema/location.ts'
import {
  browserLocation,
  DEBUG_MODES,
  LocationFailure,
  type LocationProblem,
  locate,
} from '../../state/session/geolocation.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'

type Result = { position: Position } | { problem: LocationProblem; message: string }
type ModeName = (typeof DEBUG_MODES)[number]['name']
type Running = 'all' | ModeName | null

const MODES: Record<ModeName, MessageDescriptor> = {
  'High accuracy': msg`High accuracy`,
  'Low accuracy': msg`Low accuracy`,
  'Cached position': msg`Cached position`,
}

const PROBLEMS: Record<LocationProblem, MessageDescriptor> = {
  unsupported: msg({ message: 'unsupported', context: 'location test' }),
  insecure: msg({ message: 'insecure', context: 'location test' }),
  security: msg({ message: 'security', context: 'location test' }),
  permission: msg({ message: 'permission', context: 'location test' }),
  unavailable: msg({ message: 'unavailable', context: 'location test' }),
  timeout: msg({ message: 'timeout', context: 'location test' }),
  unknown: msg({ message: 'unknown', context: 'location test' }),
}

const EXPLANATIONS: Record<LocationProblem, MessageDescriptor> = {
  unsupported: msg`Geolocation is not supported by this browser`,
  insecure: msg`This page does not use HTTPS, so the browser does not share its location.`,
  security: msg`The browser does not allow this page to ask for the location.`,
  permission: msg`You have not allowed this site to see your location. You can change this in your browser’s settings.`,
  unavailable: msg`Your device could not find its location.`,
  timeout: msg`Your device took too long to answer.`,
  unknown: msg`It failed, and the browser does not say why.`,
}

async function test(options: PositionOptions): Promise<Result> {
  try {
    return { position: await locate(browserLocation(window), options) }
  } catch (error) {
    const { problem, message } = error instanceof LocationFailure ? error : new LocationFailure('unknown')
    return { problem, message }
  }
}

/** A tool that tests the browser's geolocation. It sends nothing to the server. */
export function LocationDebugScreen() {
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const [running, setRunning] = useState<Running>(null)
  const supported = browserLocation(window).geolocation !== undefined

  async function run(modes: readonly (typeof DEBUG_MODES)[number][], as: Running) {
    setRunning(as)
    for (const { name, options } of modes) {
      const result = await test(options)
      setResults((before) => ({ ...before, [name]: result }))
      if (as === 'all' && 'position' in result) break
    }
    setRunning(null)
  }

  return (
    <main className="page">
      <h1 className="display">{t`Location test`}</h1>
      <p className="body ink-2">
        {t`Test the three ways in which your browser can share your location. We don't send the result anywhere.`}
      </p>
      {!supported && (
        <p className="notice" role="alert">
          {i18n._(EXPLANATIONS.unsupported)}
        </p>
      )}
      <ul className="tests">
        {DEBUG_MODES.map((mode) => (
          <ModeTest
            key={mode.name}
            name={mode.name}
            running={running}
            supported={supported}
            result={results[mode.name]}
            onTest={() => void run([mode], mode.name)}
          />
        ))}
      </ul>
      <div className="actions">
        <Button
          variant="primary"
          size="lg"
          loading={running === 'all'}
          disabled={!supported || (running !== null && running !== 'all')}
          onClick={() => void run(DEBUG_MODES, 'all')}
        >
          {t`Test until one succeeds`}
        </Button>
        <ButtonLink to="/">{t`Back to home`}</ButtonLink>
      </div>
    </main>
  )
}

interface ModeTestProps {
  name: ModeName
  running: Running
  supported: boolean
  result: Result | undefined
  onTest(): void
}

function ModeTest({ name, running, supported, result, onTest }: ModeTestProps) {
  const mode = i18n._(MODES[name])
  return (
    <li>
      <h2 className="subhead">{mode}</h2>
      <Button
        size="sm"
        loading={running === name}
        disabled={!supported || (running !== null && running !== name)}
        onClick={onTest}
      >
        <Trans>
          Test<span className="sr-only"> {mode}</span>
        </Trans>
      </Button>
      <div role="status">
        <Outcome result={result} />
      </div>
    </li>
  )
}

function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return <p className="caption ink-3">{t`Not tested yet`}</p>
  if ('problem' in result) {
    return (
      <p className="caption">
        <span className="badge" data-tone="danger">
          {i18n._(PROBLEMS[result.problem])}
        </span>{' '}
        {i18n._(EXPLANATIONS[result.problem])}
        {result.message !== result.problem && (
          <span className="ink-3"> {t`The browser says: ${{ message: result.message }}`}</span>
        )}
      </p>
    )
  }
  const { accuracy } = result.position
  const latitude = result.position.latitude.toFixed(5)
  const longitude = result.position.longitude.toFixed(5)
  const metres = accuracy === undefined ? null : Math.round(accuracy)
  return (
    <p className="caption num">
      <span className="badge" data-tone="success">
        {t`success`}
      </span>{' '}
      {metres === null ? t`${latitude}, ${longitude}` : t`${latitude}, ${longitude}, accurate to ${metres} m`}
    </p>
  )
}
