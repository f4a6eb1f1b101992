import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.pojo.PojoCodecProvider;

/**
 * One trial in Java: the synchronous driver, with documents as BSON, as {@link Document}s or as
 * objects. Reads a job as JSON from its input, and writes a line of JSON.
 */
final class Client<T> {
  private static final int BATCH = 1000;

  private final Document job;
  private final Class<T> type;
  private final Function<Document, T> from;
  private final Function<T, Document> back;

  private Client(
      Document job, Class<T> type, Function<Document, T> from, Function<T, Document> back) {
    this.job = job;
    this.type = type;
    this.from = from;
    this.back = back;
  }

  public static void main(String[] arguments) throws Exception {
    Document job = Document.parse(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
    DocumentCodec codec = new DocumentCodec();
    switch (job.getString("library")) {
      case "RawBsonDocument" ->
          new Client<>(
                  job,
                  RawBsonDocument.class,
                  one -> new RawBsonDocument(one, codec),
                  one -> one.decode(codec))
              .run();
      case "POJO codec" -> {
        Class<?> type = names(job).size() == 6 ? Rows.Six.class : Rows.EightyNine.class;
        pojo(job, type);
      }
      default -> new Client<>(job, Document.class, one -> one, one -> one).run();
    }
  }

  private static <P> void pojo(Document job, Class<P> type) throws Exception {
    new Client<P>(job, type, one -> Rows.filled(type, one), Rows::document).run();
  }

  private void run() throws Exception {
    var pojos = PojoCodecProvider.builder().register(Rows.Six.class, Rows.EightyNine.class).build();
    var codecs =
        CodecRegistries.fromRegistries(
            MongoClientSettings.getDefaultCodecRegistry(), CodecRegistries.fromProviders(pojos));
    try (MongoClient client = MongoClients.create(job.getString("uri"))) {
      MongoDatabase database =
          client.getDatabase(job.getString("database")).withCodecRegistry(codecs);
      Document warmUp = job.get("warm_up", Document.class);
      List<Document> some = documents(warmUp.getInteger("documents"));
      for (int turn = 0; turn < warmUp.getInteger("times"); turn++) {
        fill(database.getCollection("warm_up"), some);
        operate(database.getCollection("warm_up", type), some.stream().map(from).toList());
      }
      List<Document> sent = documents(job.getInteger("n"));
      MongoCollection<Document> there = database.getCollection(job.getString("collection"));
      if (inserts() || there.countDocuments() != sent.size()) {
        fill(there, sent);
      }
      List<T> given = sent.stream().map(from).toList();
      Document figures = new Document();
      List<T> found = measured(figures, there.withDocumentClass(type), given);
      List<Document> read =
          found.isEmpty()
              ? there.find().into(new ArrayList<>())
              : found.stream().map(back).toList();
      if (found.isEmpty()) {
        there.drop(); // it takes no memory any more
      }
      figures.append("count", read.size()).append("digest", digest(read));
      System.out.println(figures.toJson());
    }
  }

  private List<T> measured(Document figures, MongoCollection<T> collection, List<T> given)
      throws Exception {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    System.gc();
    step("ready");
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long began = System.nanoTime();
    List<T> found = operate(collection, given);
    long wall = System.nanoTime() - began;
    long allocated = threads.getCurrentThreadAllocatedBytes() - bytes;
    step("done"); // the bench driver reads the CPU too: Java counts that in ticks of 10 ms
    figures.append("allocated", allocated).append("wall", wall / 1e9);
    return found;
  }

  /** What was found; empty of any other operation. */
  private List<T> operate(MongoCollection<T> collection, List<T> documents) {
    var everything = new BsonDocument();
    switch (job.getString("operation")) {
      case "insert" -> insert(collection, documents);
      case "find" -> {
        return collection.find().into(new ArrayList<>());
      }
      case "update" ->
          collection.updateMany(
              everything, Updates.set(job.getString("changed"), job.getString("value")));
      default -> collection.deleteMany(everything);
    }
    return List.of();
  }

  private boolean inserts() {
    return job.getString("operation").equals("insert");
  }

  /** An empty collection for who inserts, else one of these documents. */
  private void fill(MongoCollection<Document> collection, List<Document> documents) {
    collection.drop();
    if (!inserts()) {
      insert(collection, documents);
    }
  }

  private static <D> void insert(MongoCollection<D> collection, List<D> documents) {
    for (int at = 0; at < documents.size(); at += BATCH) {
      collection.insertMany(documents.subList(at, Math.min(at + BATCH, documents.size())));
    }
  }

  private List<Document> documents(int count) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(job.getString("rows")));
    List<List<String>> rows =
        lines.stream()
            .map(line -> Document.parse("{\"row\":" + line + "}").getList("row", String.class))
            .toList();
    List<Document> made = new ArrayList<>();
    for (int key = 0; key < count; key++) {
      Document one = new Document(job.getString("key"), key);
      List<String> row = rows.get(key % rows.size());
      for (int at = 0; at < row.size(); at++) {
        one.append(names(job).get(at), row.get(at));
      }
      made.add(one);
    }
    return made;
  }

  private static List<String> names(Document job) {
    return job.getList("names", String.class);
  }

  /** The sum of 48 bits of each document's SHA-256: no order matters, each field does. */
  private long digest(List<Document> documents) throws Exception {
    long sum = 0;
    for (Document one : documents) {
      StringBuilder text = new StringBuilder().append(one.get(job.getString("key")));
      names(job).forEach(name -> text.append('\n').append(one.get(name)));
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      sum += ByteBuffer.wrap(hash).getLong() >>> 16;
    }
    return sum & ((1L << 48) - 1);
  }

  /** The bench driver reads what the server has used so far. */
  private void step(String name) throws Exception {
    Files.createFile(Path.of(job.getString("steps") + "." + name));
    while (!Files.exists(Path.of(job.getString("steps") + "." + name + ".seen"))) {
      Thread.sleep(5);
    }
  }
}
