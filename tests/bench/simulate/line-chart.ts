import { scaleLog } from 'd3-scale'
import { line } from 'd3-shape'

export interface LineChart {
  title: string
  x: string
  y: string
  series: readonly Series[]
}

export interface Series {
  name: string
  points: readonly (readonly [number, number])[]
  /** Numbers of a colour and a kind of dashes; without it, the place among the series. */
  look?: { colour: number; dash: number }
}

const [WIDTH, HEIGHT] = [720, 400]
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 560, 44, 348]
/** Readable on white and on black. Lines differ in their dashes as well. */
const COLOURS = ['#2f81f7', '#d1742f', '#3f9a5a', '#a371f7', '#c9487a', '#8a8f98']
const DASHES = ['', '8 4', '2 3', '10 3 2 3', '5 5', '1 4']
const LABEL_HEIGHT = 16
const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#6e7781}.title{font-size:15px;font-weight:600}.grid{stroke:#8a8f98;stroke-opacity:.25}'

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const at = (value: number) => value.toFixed(1)
const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${at(x)}" y="${at(y)}"${more}>${escaped(content)}</text>`

/** Moves labels apart that would cover each other. */
function placeLabels(heights: readonly number[]): number[] {
  const placed: number[] = []
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height)
  let last = Number.NEGATIVE_INFINITY
  for (const { height, index } of order) {
    last = Math.max(height, last + LABEL_HEIGHT)
    placed[index] = last
  }
  return placed
}

/** Returns the powers of ten within a scale, and for a short one also their multiples by two and five. */
const ticksOf = (scale: { domain(): number[]; ticks(): number[] }) => {
  const [least = 1, most = 1] = scale.domain()
  const leading = most / least > 1_000 ? ['1'] : ['1', '2', '5']
  return scale.ticks().filter((tick) => leading.includes(tick.toExponential(0).charAt(0)))
}

/** Draws lines on two logarithmic axes as SVG. Values must be above zero. */
export function drawLineChart({ title, x, y, series }: LineChart): string {
  const points = series.flatMap((one) => one.points)
  const extent = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)]
  const across = scaleLog(extent(points.map(([value]) => value)), [LEFT, RIGHT]).nice()
  const up = scaleLog(extent(points.map(([, value]) => value)), [BOTTOM, TOP]).nice()
  const path = line<readonly [number, number]>(
    ([value]) => Number(at(across(value))),
    ([, value]) => Number(at(up(value))),
  )
  const grid = [
    ...ticksOf(up).flatMap((tick) => [
      `<path class="grid" d="M${LEFT},${at(up(tick))}H${RIGHT}"/>`,
      text(LEFT - 8, up(tick) + 4, tick.toLocaleString('en-US'), ' text-anchor="end"'),
    ]),
    ...ticksOf(across).flatMap((tick) => [
      `<path class="grid" d="M${at(across(tick))},${TOP}V${BOTTOM}"/>`,
      text(across(tick), BOTTOM + 18, tick.toLocaleString('en-US'), ' text-anchor="middle"'),
    ]),
  ]
  const shown = series.filter((one) => one.points.length > 0)
  const ends = shown.map((one) => one.points.at(-1) ?? ([1, 1] as const))
  const labels = placeLabels(ends.map(([, value]) => up(value)))
  const lines = shown.flatMap(({ name, points: own, look: given }, index) => {
    const look = given ?? { colour: index, dash: index }
    const colour = COLOURS[look.colour % COLOURS.length]
    const dash = DASHES[look.dash % DASHES.length]
    const [last = 1] = ends[index] ?? []
    const drawn = `<path d="${path(own)}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${dash || 'none'}"/>`
    return [drawn, text(across(last) + 8, (labels[index] ?? 0) + 4, name, ` style="fill:${colour}"`)]
  })
  const axes = [
    text(LEFT, 22, title, ' class="title"'),
    text((LEFT + RIGHT) / 2, HEIGHT - 12, x, ' text-anchor="middle"'),
    text(0, 0, y, ` text-anchor="middle" transform="translate(16 ${(TOP + BOTTOM) / 2}) rotate(-90)"`),
  ]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`
  return `${[head, `<title>${escaped(title)}</title><style>${STYLE}</style>`, ...axes, ...grid, ...lines].join('\n')}\n</svg>\n`
}
