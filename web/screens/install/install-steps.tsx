import './install-steps.css'
import { t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import type { InstallWay } from '../../state/install/install-way.ts'

const { name: product } = PRODUCT

/** Says how to install the app where the browser does not ask. */
export const InstallSteps = ({ way }: { way: Exclude<InstallWay, 'prompt'> }) => (
  <ol className="install-steps">
    {stepsOf(way).map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

function stepsOf(way: Exclude<InstallWay, 'prompt'>): string[] {
  if (way === 'share')
    return [
      t`Tap Share. You may find it behind the three dots.`,
      t`Scroll down and tap Add to Home Screen.`,
      t`Leave Open as Web App on if you see it, then tap Add.`,
      t`Open ${product} from your Home Screen and log in.`,
    ]
  if (way === 'menu')
    return [
      t`Open the browser's menu with the three dots.`,
      t`Tap Add app to Home screen or Install, then confirm.`,
    ]
  return [t`In the menu bar, choose File, then Add to Dock. This needs macOS Sonoma or later.`, t`Press Add.`]
}
