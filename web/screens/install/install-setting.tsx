import { t } from '@lingui/core/macro'
import { Download } from 'lucide-react'
import { PRODUCT } from '#schema/product.ts'
import { InstallSteps } from './install-steps.tsx'
import { useInstall } from './use-install.ts'

const { name: product } = PRODUCT

/** Installs the app from the settings, or says how. Shows nothing where it cannot be installed, or is already. */
export function InstallSetting() {
  const { way, ask } = useInstall()
  if (!way) return null
  return (
    <section className="panel-group" aria-label={t`App`}>
      <h3 className="panel-heading">{t`App`}</h3>
      {way === 'prompt' ? (
        <button type="button" className="panel-row" onClick={() => void ask()}>
          <Download className="icon" aria-hidden="true" />
          <span className="grow">{t`Install ${product}`}</span>
        </button>
      ) : (
        <div className="panel-form">
          <div>
            <p className="label">{t`Install ${product}`}</p>
            <div className="hint">
              <InstallSteps way={way} />
            </div>
          </div>
        </div>
      )}
    </section>
  )
}
