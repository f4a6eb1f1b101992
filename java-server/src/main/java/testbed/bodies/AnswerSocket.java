package testbed.bodies;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Proxy;
import java.net.Socket;

/** A connection that lets through no byte that the grammar of answers refuses. The read behind the last good byte fails. */
final class AnswerSocket extends Socket {
    private final AnswerGrammar grammar;
    private AnswerFault fault;

    /** A connection, not made yet, for bodies of at most so many bytes. */
    AnswerSocket(long mostBytes) {
        super(Proxy.NO_PROXY);
        this.grammar = new AnswerGrammar(mostBytes);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Answers(super.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Requests(super.getOutputStream(), super.getInputStream());
    }

    private void check() throws AnswerFault {
        if (fault != null) {
            // Whoever closes what failed writes once more, and no exception can be suppressed by itself.
            throw fault.again();
        }
    }

    private final class Answers extends FilterInputStream {
        Answers(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] read, int offset, int count) throws IOException {
            check();
            int came = in.read(read, offset, count);
            try {
                if (came < 0) {
                    grammar.end();
                    return came;
                }
                grammar.judge(read, offset, came);
            } catch (AnswerFault e) {
                fault = e;
                if (grammar.good() == 0) {
                    throw e;
                }
            }
            return grammar.good();
        }
    }

    private final class Requests extends FilterOutputStream {
        private final InputStream answers;

        Requests(OutputStream out, InputStream answers) {
            super(out);
            this.answers = answers;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        /** Of a request, its first bytes or more of it. */
        @Override
        public void write(byte[] written, int offset, int count) throws IOException {
            check();
            if (grammar.isIdle()) {
                // What lies there already would be taken for this request's answer.
                if (answers.available() > 0) {
                    fault = AnswerFault.unasked();
                    throw fault;
                }
                grammar.expect();
            }
            out.write(written, offset, count);
        }
    }
}
