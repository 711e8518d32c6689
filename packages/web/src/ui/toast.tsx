import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Listeners } from "../api/listeners.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly action: ToastAction | undefined;
}

const SHOWN_MS = 5000;
const SHOWN_WITH_ACTION_MS = 20_000;
const MAX_TOASTS = 3;

const listeners = new Listeners();
let toasts: readonly Toast[] = [];
let lastId = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.notify();
}

/** Confirms an action in a corner of the page. An error is shown where it occurred instead. */
export function showToast(title: string, description?: string, action?: ToastAction): void {
  lastId += 1;
  change([...toasts, { id: lastId, title, description, action }].slice(-MAX_TOASTS));
}

export function Toasts() {
  const shown = useSyncExternalStore(listeners.subscribe, () => toasts);
  return createPortal(
    <div className={styles.viewport} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

/** Disappears after a while, except while it has the pointer or the focus. */
function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isActive, setActive] = useState(false);
  const { id, action } = toast;
  const shownMs = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
  useEffect(() => {
    if (isActive) return;
    const timer = setTimeout(() => close(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isActive, shownMs]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      onBlur={() => setActive(false)}
    >
      <div className={styles.text}>
        <p className={styles.title}>{toast.title}</p>
        {toast.description !== undefined && <p className="muted">{toast.description}</p>}
      </div>
      {action !== undefined && (
        <Button
          size="small"
          onClick={() => {
            close(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" icon={<X />} onClick={() => close(id)} />
    </div>
  );
}

function close(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}
