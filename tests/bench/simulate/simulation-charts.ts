import { drawLineChart } from './line-chart.ts'
import type { DeliveryFigures, Results } from './results.ts'

const whole = (value: number) => value.toLocaleString('en-US')

function deliveryChart(runs: readonly DeliveryFigures[]): string {
  const sizes = [...new Set(runs.map(({ online }) => online))]
  const pointsOf = (online: number, name: 'p50' | 'p99') =>
    runs.flatMap((run): [number, number][] => {
      const value = run[name]
      return run.online === online && value !== null ? [[run.nodes, value]] : []
    })
  return drawLineChart({
    title: 'Delivery of a message, from the request to the partner’s stream',
    x: 'nodes',
    y: 'milliseconds',
    series: sizes.flatMap((online, colour) =>
      (['p50', 'p99'] as const).map((name, dash) => ({
        name: `${name}, ${whole(online)}`,
        points: pointsOf(online, name),
        look: { colour, dash },
      })),
    ),
  })
}

function loadChart(runs: readonly DeliveryFigures[], online: number): string {
  const pointsOf = (loadOf: (run: DeliveryFigures) => number) =>
    runs
      .filter((run) => run.online === online && loadOf(run) > 0)
      .map((run): [number, number] => [run.nodes, loadOf(run) * 100])
  return drawLineChart({
    title: `Load with ${whole(online)} members online; 100 % is saturated`,
    x: 'nodes',
    y: 'per cent of the resource',
    series: [
      { name: 'each node', points: pointsOf(({ load }) => load.node) },
      { name: 'PostgreSQL, 16 cores', points: pointsOf(({ load }) => load.postgres) },
      { name: 'busiest Redis shard', points: pointsOf(({ load }) => load.redis) },
    ],
  })
}

/** A wait of less is drawn as this: a logarithmic axis has no zero. In seconds. */
const SHORTEST = 0.01

function waitingChart({ matching }: Results): string {
  return drawLineChart({
    title: 'Waiting time until a match',
    x: 'members online',
    y: 'seconds; 0.01 stands for less',
    series: (['p50', 'p95', 'p99'] as const).map((name) => ({
      name,
      points: matching.map(
        ({ online, figures }) => [online, Math.max(SHORTEST, figures.wait[name])] as const,
      ),
    })),
  })
}

/** Returns the figures of docs/SCALING.md by their file names. The runs with the slots of the product are drawn. */
export function drawCharts(results: Results, slots: number): Record<string, string> {
  const runs = results.delivery.filter((run) => run.slots === slots)
  const largest = Math.max(...runs.map(({ online }) => online))
  return {
    'delivery.svg': deliveryChart(runs),
    'load.svg': loadChart(runs, largest),
    'waiting.svg': waitingChart(results),
  }
}
