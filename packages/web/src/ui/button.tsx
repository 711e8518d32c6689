import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";
import { Spinner } from "./spinner.tsx";

interface ButtonLook {
  /** `primary` is the main action of a screen or dialog. Default `secondary`. */
  readonly kind?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  readonly size?: "small" | "normal" | undefined;
}

/** The look of a button for a link: `<Link className={buttonClass({ kind: "primary" })}>`. */
export function buttonClass({ kind = "secondary", size = "normal" }: ButtonLook = {}): string {
  return classNames(styles.button, styles[kind], size === "small" && styles.small);
}

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  readonly icon?: ReactNode;
  /** The action is running: the button shows a spinner and is disabled. */
  readonly isBusy?: boolean;
}

export function Button({ kind, size, icon, isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ kind, size }), isBusy && styles.busy, className)}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {icon}
      {children}
      {isBusy && <Spinner className={styles.spinner} label={null} />}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, styles.quiet, styles.icon, className)}
    >
      {icon}
    </button>
  );
}
