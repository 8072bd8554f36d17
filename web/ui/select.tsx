import './css/select.css'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useId } from 'react'
import { pageDirection } from '../i18n/page-direction.ts'

export interface SelectOption {
  value: string
  label: string
  /** The language of the label, if it is not the page's. */
  lang?: string
}

interface SelectProps {
  label: string
  options: readonly SelectOption[]
  value: string
  onChange(value: string): void
  disabled?: boolean
  /** A hint: the effect of the field, or the reason why it is disabled. */
  hint?: string
  /** `pill` is small with the label inside, for a list's filter. */
  look?: 'field' | 'pill'
  className?: string
}

export function Select({ label, options, value, onChange, disabled, hint, look, className }: SelectProps) {
  const id = useId()
  const pill = look === 'pill'
  const chosen = options.find((option) => option.value === value)
  return (
    <div className={`field ${className ?? ''}`}>
      {!pill && (
        <span className="label" id={`${id}-label`}>
          {label}
        </span>
      )}
      <Radix.Root value={value} onValueChange={onChange} disabled={disabled ?? false} dir={pageDirection()}>
        <Radix.Trigger
          className="select"
          data-size={pill ? 'sm' : undefined}
          id={id}
          aria-label={pill ? label : undefined}
          aria-labelledby={pill ? undefined : `${id}-label ${id}`}
          aria-describedby={hint ? `${id}-hint` : undefined}
        >
          <span>
            {pill && <span className="ink-3">{label} </span>}
            <Radix.Value translate={chosen?.lang ? 'no' : undefined} />
          </span>
          <Radix.Icon asChild>
            <ChevronDown className="icon" data-size={pill ? 'sm' : 'md'} aria-hidden="true" />
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="menu" position="popper" sideOffset={6} collisionPadding={8}>
            <Radix.ScrollUpButton className="menu-scroll">
              <ChevronUp className="icon" data-size="sm" aria-hidden="true" />
            </Radix.ScrollUpButton>
            <Radix.Viewport className="menu-options">
              {options.map((option) => (
                <Radix.Item
                  className="menu-item"
                  key={option.value}
                  value={option.value}
                  lang={option.lang}
                  translate={option.lang ? 'no' : undefined}
                >
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Check className="icon" data-size="sm" aria-hidden="true" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
            <Radix.ScrollDownButton className="menu-scroll">
              <ChevronDown className="icon" data-size="sm" aria-hidden="true" />
            </Radix.ScrollDownButton>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
