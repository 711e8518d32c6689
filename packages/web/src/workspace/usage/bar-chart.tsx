import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import styles from "./bar-chart.module.css";
import { axisWidth, labelEvery, ticksUpTo } from "./scale.ts";

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  /** One for each series, from the bottom up. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  /** The first is plain, the second striped: they are told apart without their colours. */
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

const HEIGHT = 200;
const TOP = 8;
const BOTTOM = 24;
const WIDEST = 48;
const LABEL = 52;
/** The label of the last bar may stand out half of its width. */
const RIGHT = LABEL / 2;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Bars with a reading below them of the one that is pointed at, or walked to with the arrow keys. */
export function BarChart({ title, series, bars, format }: BarChartProps) {
  const id = useId();
  const { frame, width } = useWidth();
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? bars.length - 1, bars.length - 1);
  const ticks = ticksUpTo(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const top = ticks.at(-1) ?? 1;
  const left = axisWidth(ticks.map(format));
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const room = Math.max(1, width - left - RIGHT);
  const slot = room / Math.max(1, bars.length);
  const thick = Math.max(1, Math.min(WIDEST, slot * 0.68));
  const every = labelEvery(bars.length, room, LABEL);
  const current = bars[at];
  const reading =
    current === undefined
      ? ""
      : `${current.name}: ${series.map((name, index) => `${format(current.values[index] ?? 0)} ${name}`).join(", ")}`;
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? bars.length - 1 : step && at + step;
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(bars.length - 1, next)));
  };
  const point = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    if (x >= 0) setChosen(Math.min(bars.length - 1, Math.floor(x / slot)));
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h2 id={`${id}-title`}>{title}</h2>
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      <div
        ref={frame}
        className={styles.frame}
        role="slider"
        tabIndex={0}
        aria-labelledby={`${id}-title`}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={at + 1}
        aria-valuetext={reading}
        onKeyDown={walk}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
      >
        <svg width={width} height={HEIGHT} aria-hidden focusable="false">
          <defs>
            <pattern
              id={`${id}-stripes`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className={styles.stripeGround} width="6" height="6" />
              <rect className={styles.stripe} width="3" height="6" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text className={styles.label} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const x = left + slot * index + (slot - thick) / 2;
            return (
              <g key={bar.key} className={styles.bar} data-chosen={index === at || undefined}>
                {bar.values.map((value, part) => {
                  const from = sum(bar.values.slice(0, part));
                  const height = y(from) - y(from + value);
                  return (
                    <rect
                      key={part}
                      x={x}
                      y={y(from + value)}
                      width={thick}
                      height={value > 0 ? Math.max(1, height) : 0}
                      {...(part > 0 && { fill: `url(#${id}-stripes)` })}
                    />
                  );
                })}
                {index % every === 0 && (
                  <text className={styles.label} x={x + thick / 2} y={HEIGHT - 6} textAnchor="middle">
                    {bar.label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <p className={styles.reading} aria-hidden>
        {reading}
      </p>
    </figure>
  );
}

function Legend({ series }: Pick<BarChartProps, "series">) {
  return (
    <ul className={styles.legend}>
      {series.map((name, index) => (
        <li key={name}>
          <span className={styles.swatch} data-part={index} aria-hidden /> {name}
        </li>
      ))}
    </ul>
  );
}

/** As wide as there is room. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(200, Math.floor(entry.contentRect.width)));
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
