package testbed.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether a series of block means stays on one level. The rules, with their sources, are {@code docs/contract/steadiness.md}; the steps
 * below are those of that page, in its order.
 */
public record Steadiness(@JsonProperty("class") String kind, List<Segment> segments) {
    private static final int FEWEST_BLOCKS = 10;
    private static final int SMALLEST_SEGMENT = 5;
    private static final double SMALLEST_NOISE = 0.01;
    private static final double SAME_LEVEL = 1.05;

    /** A level: how many blocks lie on it, and the median of their means, ns. */
    record Segment(int blocks, @JsonProperty("median_ns") long medianNs) {}

    /** The verdict on these block means, ns; null where they are too few for one. */
    public static Steadiness of(long[] meanNs) {
        if (meanNs.length < FEWEST_BLOCKS) {
            return null;
        }
        double[] logs = Arrays.stream(meanNs)
                .mapToDouble(mean -> Math.log(Math.max(mean, 1)))
                .toArray();
        List<double[]> segments = merged(cut(meanNs, ends(smooth(logs), noise(logs))));
        List<Segment> levels = segments.stream()
                .map(segment -> new Segment(segment.length, (long) Math.floor(median(segment) + 0.5)))
                .toList();
        return new Steadiness(classify(segments), levels);
    }

    private static double[] smooth(double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = median(Arrays.copyOfRange(x, Math.max(i - 2, 0), Math.min(i + 3, x.length)));
        }
        return y;
    }

    private static double noise(double[] x) {
        double[] steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = Math.abs(x[i + 1] - x[i]);
        }
        return Math.max(1.4826 * median(steps) / Math.sqrt(2), SMALLEST_NOISE);
    }

    /**
     * Where each segment ends, by optimal partitioning: the cheapest way to cut the first {@code end} values is the cheapest way to cut
     * the first {@code start} and one segment more, for the best {@code start}.
     */
    private static List<Integer> ends(double[] y, double noise) {
        int n = y.length;
        double penalty = 4 * noise * noise * Math.log(n);
        double[] sum = new double[n + 1];
        double[] squares = new double[n + 1];
        for (int i = 0; i < n; i++) {
            sum[i + 1] = sum[i] + y[i];
            squares[i + 1] = squares[i] + y[i] * y[i];
        }
        double[] cost = new double[n + 1];
        int[] before = new int[n + 1];
        Arrays.fill(cost, 1, n + 1, Double.POSITIVE_INFINITY);
        for (int end = SMALLEST_SEGMENT; end <= n; end++) {
            for (int start = 0; start <= end - SMALLEST_SEGMENT; start++) {
                double inside = sum[end] - sum[start];
                double total = cost[start] + squares[end] - squares[start] - inside * inside / (end - start) + penalty;
                if (total < cost[end]) {
                    cost[end] = total;
                    before[end] = start;
                }
            }
        }
        List<Integer> ends = new ArrayList<>();
        for (int end = n; end > 0; end = before[end]) {
            ends.add(0, end);
        }
        return ends;
    }

    private static List<double[]> cut(long[] means, List<Integer> ends) {
        double[] values = Arrays.stream(means).asDoubleStream().toArray();
        List<double[]> segments = new ArrayList<>();
        int start = 0;
        for (int end : ends) {
            segments.add(Arrays.copyOfRange(values, start, end));
            start = end;
        }
        return segments;
    }

    private static List<double[]> merged(List<double[]> segments) {
        while (segments.size() > 1) {
            int closest = 0;
            for (int i = 1; i < segments.size() - 1; i++) {
                closest = ratio(segments, i) < ratio(segments, closest) ? i : closest;
            }
            if (ratio(segments, closest) >= SAME_LEVEL) {
                break;
            }
            double[] first = segments.get(closest);
            double[] second = segments.remove(closest + 1);
            double[] both = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, both, first.length, second.length);
            segments.set(closest, both);
        }
        return segments;
    }

    /** The larger of two neighbours' levels over the smaller. */
    private static double ratio(List<double[]> segments, int first) {
        double a = level(segments.get(first));
        double b = level(segments.get(first + 1));
        return Math.max(a, b) / Math.min(a, b);
    }

    private static String classify(List<double[]> segments) {
        double[] levels = segments.stream().mapToDouble(Steadiness::level).toArray();
        int last = levels.length - 1;
        if (last == 0) {
            return "flat";
        }
        int blocks = segments.stream().mapToInt(segment -> segment.length).sum();
        if (2 * segments.get(last).length < blocks) {
            return "unsteady";
        }
        boolean falls = true;
        for (int i = 0; i < last; i++) {
            falls &= levels[i + 1] < levels[i];
        }
        double lowest = Arrays.stream(levels).min().orElseThrow();
        return falls ? "warmup" : levels[last] >= SAME_LEVEL * lowest ? "slowdown" : "unsteady";
    }

    private static double level(double[] segment) {
        return Math.max(median(segment), 1);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
