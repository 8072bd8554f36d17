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
type Running = 'all' | (typeof DEBUG_MODES)[number]['name'] | null

const EXPLANATIONS: Record<LocationProblem, string> = {
  unsupported: 'Geolocation is not supported by this browser',
  insecure: 'This page does not use HTTPS, so the browser does not share its location.',
  security: 'The browser does not allow this page to ask for the location.',
  permission:
    'You have not allowed this site to see your location. You can change this in your browser’s settings.',
  unavailable: 'Your device could not find its location.',
  timeout: 'Your device took too long to answer.',
  unknown: 'It failed, and the browser does not say why.',
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
      <h1 className="display">Location test</h1>
      <p className="body ink-2">
        Test the three ways in which your browser can share your location. We don't send the result anywhere.
      </p>
      {!supported && (
        <p className="notice" role="alert">
          {EXPLANATIONS.unsupported}
        </p>
      )}
      <ul className="tests">
        {DEBUG_MODES.map((mode) => (
          <li key={mode.name}>
            <h2 className="subhead">{mode.name}</h2>
            <Button
              size="sm"
              loading={running === mode.name}
              disabled={!supported || (running !== null && running !== mode.name)}
              onClick={() => void run([mode], mode.name)}
            >
              Test<span className="sr-only"> {mode.name}</span>
            </Button>
            <div role="status">
              <Outcome result={results[mode.name]} />
            </div>
          </li>
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
          Test until one succeeds
        </Button>
        <ButtonLink to="/">Back to home</ButtonLink>
      </div>
    </main>
  )
}

function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return <p className="caption ink-3">Not tested yet</p>
  if ('problem' in result) {
    return (
      <p className="caption">
        <span className="badge" data-tone="danger">
          {result.problem}
        </span>{' '}
        {EXPLANATIONS[result.problem]}
        {result.message !== result.problem && (
          <span className="ink-3"> The browser says: {result.message}</span>
        )}
      </p>
    )
  }
  const { latitude, longitude, accuracy } = result.position
  return (
    <p className="caption num">
      <span className="badge" data-tone="success">
        success
      </span>{' '}
      {latitude.toFixed(5)}, {longitude.toFixed(5)}
      {accuracy !== undefined && `, accurate to ${Math.round(accuracy)} m`}
    </p>
  )
}
